/// Why a program cannot use an item of the panel now.
public enum RemoteRefusal: Error, Hashable, CustomStringConvertible {
  /// A finger or an encoder holds it.
  case held
  /// Its control has not reported its level yet.
  case unknown
  /// Its control cannot be reached.
  case offline
  /// The layout disables it.
  case disabled
  /// The layout hides it.
  case hidden
  /// It only shows a value.
  case readOnly

  /// A clause without a full stop, about "it".
  public var description: String {
    switch self {
    case .held: "it is in use"
    case .unknown: "its control has not reported a value yet"
    case .offline: "its control cannot be reached"
    case .disabled: "the layout disables it"
    case .hidden: "the layout hides it"
    case .readOnly: "it is read-only"
    }
  }
}

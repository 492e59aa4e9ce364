/// Why a control cannot drive what its layout names; each back end has its own errors.
///
/// The description is one line for a person, with what to do where that is known.
public protocol ControlError: Error, CustomStringConvertible {
  /// What else may help; nil if the description says it all.
  var hint: String? { get }
  /// Which part of the layout names what is wrong.
  var site: ControlErrorSite { get }
  /// Whether it is no mistake of the layout, and may pass without anybody doing something: the
  /// knob then starts offline.
  var isTemporary: Bool { get }
}

/// The part of a layout that an error is about.
public enum ControlErrorSite: Hashable, Sendable {
  /// The knob's `control`.
  case control
  /// The connection that the control uses.
  case connection
}

extension ControlError {
  public var hint: String? { nil }
  public var site: ControlErrorSite { .control }
  public var isTemporary: Bool { false }
}

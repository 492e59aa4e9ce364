/// The look of the actual value that a knob shows beside the wanted one.
public struct ReadingViewState: Hashable, Sendable {
  /// The number, with a decimal point and without a unit, or a dash.
  public var text: String
  /// Its position along the knob's travel, 0…1; nil while it is not known.
  public var position: Double?
  /// Whether its source is offline.
  public var isOffline: Bool

  /// Creates a view state.
  public init(text: String, position: Double?, isOffline: Bool = false) {
    (self.text, self.position, self.isOffline) = (text, position, isOffline)
  }
}

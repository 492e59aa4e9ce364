/// When and to which value a knob returns after it was set at the panel.
public struct ValueReturn: Hashable, Sendable {
  /// Time since the last finger left the knob or the last other change, in microseconds; positive.
  public var microseconds: Int64
  /// A value within the scale's range; nil for the knob's default.
  public var value: Double?

  /// Creates a return to the default, or to a value.
  public init(microseconds: Int64, value: Double? = nil) {
    self.microseconds = microseconds
    self.value = value
  }
}

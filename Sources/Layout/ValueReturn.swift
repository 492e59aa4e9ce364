/// When a knob goes back from the value that people gave it at the panel, and to which.
public struct ValueReturn: Hashable, Sendable {
  /// Time without a finger on the knob, or another change of it, in microseconds; positive.
  public var microseconds: Int64
  /// A value within the scale's range; nil for the knob's default.
  public var value: Double?

  /// Creates a return to the default, or to a value.
  public init(microseconds: Int64, value: Double? = nil) {
    self.microseconds = microseconds
    self.value = value
  }
}

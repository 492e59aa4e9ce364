public import Gesture

/// How an encoder, a wheel or keys turn a knob.
public struct EncoderLayout: Hashable, Sendable {
  /// What turns it.
  public var input: EncoderInput
  /// How far one count turns it, in the knob's unit or in sectors; nil for the default.
  ///
  /// Negative turns the other way. The default is a step of the knob, or a fiftieth of the way of a
  /// knob without steps.
  public var step: Double?
  /// How many times as far quick counts turn it; 1 for no acceleration, at least 1.
  public var acceleration = 1.0

  /// Counts that turn the knob by their default step, without acceleration.
  public init(input: EncoderInput) {
    self.input = input
  }
}

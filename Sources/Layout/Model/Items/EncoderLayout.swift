public import Gesture

/// How an encoder, a wheel or keys turn a knob.
public struct EncoderLayout: Hashable, Sendable {
  /// The input that turns the knob.
  public var input: EncoderInput
  /// The change per count, in the knob's unit or in sectors; nil for the default.
  ///
  /// Negative values reverse the direction. The default is the knob's step, or a fiftieth of the
  /// travel of a knob without steps.
  public var step: Double?
  /// The factor for fast counts; at least 1, which means no acceleration.
  public var acceleration = 1.0
  /// Whether it turns the knob only while the knob's page is shown.
  public var followsPage = false

  /// Creates an encoder with the default step and no acceleration.
  public init(input: EncoderInput) {
    self.input = input
  }
}

/// All that a knob's picture depends on beside the layout.
public struct KnobAppearance: Hashable, Sendable {
  public enum State: Sendable, CaseIterable {
    case normal
    /// Its control has not said its value yet.
    case unknown
    /// Its control cannot be reached.
    case offline
  }

  /// Along the sweep, 0…1.
  public var position: Double
  /// The value as text, without the unit.
  public var text: String
  public var isHeld: Bool
  public var state: State

  public init(position: Double, text: String, isHeld: Bool = false, state: State = .normal) {
    self.position = position
    self.text = text
    self.isHeld = isHeld
    self.state = state
  }
}

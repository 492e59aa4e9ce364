public import Layout

/// What the control of an item should do to its target.
public struct ControlRequest: Hashable, Sendable {
  /// A change of the target.
  public enum Change: Hashable, Sendable {
    /// A fraction 0…1 of the range; `isFinal` is false while a finger is still turning.
    case level(Double, isFinal: Bool)
    /// Mute it, or unmute it, without a change of its level.
    case mute(Bool)
  }

  /// A knob or a button.
  public var item: ControlItem
  /// What to do.
  public var change: Change

  /// Creates a request.
  public init(_ item: ControlItem, _ change: Change) {
    self.item = item
    self.change = change
  }

  /// Creates a request for the level of a knob, by its index in the layout.
  public init(knob: Int, level: Double, isFinal: Bool) {
    self.init(.knob(knob), .level(level, isFinal: isFinal))
  }

  /// Index of the knob in the layout; nil for another item.
  public var knob: Int? {
    if case .knob(let index) = item { index } else { nil }
  }

  /// The requested level; nil for any other change.
  public var level: Double? {
    if case .level(let level, _) = change { level } else { nil }
  }

  /// Whether no other request follows at once.
  public var isFinal: Bool {
    if case .level(_, let isFinal) = change { isFinal } else { true }
  }

  /// Whether an earlier request has no effect that lasts, because this one follows it.
  func replaces(_ earlier: ControlRequest) -> Bool {
    item == earlier.item && (level == nil) == (earlier.level == nil)
  }
}

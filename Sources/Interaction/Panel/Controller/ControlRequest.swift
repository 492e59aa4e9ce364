public import Layout

/// A request to an item's control to change its target.
public struct ControlRequest: Hashable, Sendable {
  /// A change of the target.
  public enum Change: Hashable, Sendable {
    /// A fraction 0…1 of the range; `isFinal` is false while a finger is turning.
    case level(Double, isFinal: Bool)
    /// Mutes or unmutes the target without changing its level.
    case mute(Bool)
    /// Sets the other targets to a level 0…1, after the first has reported a change.
    case follow(Double)
    /// Sends the code of a keypad.
    case code(TypedCode)
  }

  /// A knob or a button.
  public var item: ControlItem
  /// The requested change.
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

  /// Index of the knob in the layout; nil for any other item.
  public var knob: Int? {
    if case .knob(let index) = item { index } else { nil }
  }

  /// The requested level; nil for any other change.
  public var level: Double? {
    if case .level(let level, _) = change { level } else { nil }
  }

  /// Whether no further request follows immediately.
  public var isFinal: Bool {
    if case .level(_, let isFinal) = change { isFinal } else { true }
  }

  /// Returns whether this request makes an earlier one obsolete.
  func replaces(_ earlier: ControlRequest) -> Bool {
    switch (change, earlier.change) {
    case (.level, .level), (.mute, .mute), (.follow, .follow): item == earlier.item
    // The followers get the level too.
    case (.level, .follow): item == earlier.item
    default: false
    }
  }
}

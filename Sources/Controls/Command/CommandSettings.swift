internal import Layout

/// The programs that a knob starts, as named in the layout.
package struct CommandSettings: ControlSettings {
  /// The program that sets a value; nil if the control is read-only.
  var set: [String]?
  /// The program that runs as long as the control, and prints one value per line; nil for none.
  var watch: [String]?
  /// The program that prints the value, and ends; nil for none.
  var get: [String]?
  /// How to mute and unmute; nil for a target without a separate mute.
  var mute: Mute?
  /// How values are written and read.
  var value = ValueText()
  /// The time limit of `set` and `get`, in microseconds.
  var timeoutMicroseconds: Int64 = 5_000_000
  /// The control's use.
  var use = ControlUse.knob
  /// The knob's level until one is read.
  var initialLevel = 0.0

  /// Creates settings without any program.
  package init() {}

  /// Whether there is no program that sets a value.
  package var isReadOnly: Bool { self.set == nil }

  /// How to mute.
  struct Mute: Hashable, Sendable {
    var set: [String] = []
    /// The text for {muted}.
    var muted = "1"
    var unmuted = "0"
  }

  /// All programs, with the key of each.
  var programs: [(key: String, arguments: [String])] {
    [("set", set), ("watch", watch), ("get", get), ("mute", mute?.set)].compactMap {
      key, arguments in
      arguments.map { (key, $0) }
    }
  }
}

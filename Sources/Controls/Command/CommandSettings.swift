internal import Layout

/// The programs that a knob starts, as the layout names them.
package struct CommandSettings: ControlSettings {
  /// Sets a value; nil for a control that only shows one.
  var set: [String]?
  /// Runs as long as the control does, and prints a value per line; nil if nothing does.
  var watch: [String]?
  /// Prints the value, and ends; nil if nothing does.
  var get: [String]?
  /// Mutes and unmutes; nil for a target without a mute of its own.
  var mute: Mute?
  /// How values are written and read.
  var value = ValueText()
  /// The most time that `set` and `get` may take, in microseconds.
  var timeoutMicroseconds: Int64 = 5_000_000
  /// What it is for.
  var use = ControlUse.knob
  /// The knob's level until one is read.
  var initialLevel = 0.0

  /// Creates settings without any program.
  package init() {}

  /// True without a program that sets a value.
  package var isReadOnly: Bool { self.set == nil }

  /// How to mute.
  struct Mute: Hashable, Sendable {
    var set: [String] = []
    /// What stands for {muted}.
    var muted = "1"
    var unmuted = "0"
  }

  /// All programs, by the key that names them.
  var programs: [(key: String, arguments: [String])] {
    [("set", set), ("watch", watch), ("get", get), ("mute", mute?.set)].compactMap {
      key, arguments in
      arguments.map { (key, $0) }
    }
  }
}

internal import Layout

/// The programs that a knob starts, as named in the layout.
struct CommandSettings: ControlSettings {
  static let backEnd = "command"

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

  /// Whether there is no program that sets a value.
  var isReadOnly: Bool { self.set == nil }

  /// How to mute.
  struct Mute: Hashable, Sendable {
    var set: [String] = []
    /// The text for {muted}.
    var muted = "1"
    var unmuted = "0"
  }

  /// All programs with their arguments.
  var programs: [[String]] { [self.set, watch, get, mute?.set].compactMap { $0 } }

  /// The first program, for messages; empty if there is none.
  var firstProgram: String { programs.first?.first ?? "" }
}

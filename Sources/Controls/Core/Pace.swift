/// The times and habits of the targets of one back end.
struct Pace {
  /// The least time between two writes while a finger turns the knob.
  var writeMicroseconds: Int64
  /// The least time between two reports to the panel; displays show 60 frames a second.
  var reportMicroseconds: Int64 = 20_000
  /// How long a target may take to report what it was written.
  var answerMicroseconds: Int64 = 1_500_000
  /// How long a target that was found may take to report its level.
  var firstReportMicroseconds: Int64 = 5_000_000
  /// The same after a loss, whose reason is not true any more.
  var returnMicroseconds: Int64 = 250_000
  /// When a target is asked what became of the last write; nil if the back end asks by itself, or cannot.
  var settleMicroseconds: Int64?
  /// Whether the last level and the mute wait for a confirmation, too.
  var isSequential = false
  /// Whether targets report what was written; if not, a write makes earlier reports out of date.
  var reportsWrites = false
}

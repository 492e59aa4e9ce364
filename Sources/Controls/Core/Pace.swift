/// The times and properties of the targets of one back end.
struct Pace {
  /// The minimum time between two writes while a finger turns the knob.
  var writeMicroseconds: Int64
  /// The minimum time between two reports to the panel; displays show 60 frames a second.
  var reportMicroseconds: Int64 = 20_000
  /// How long a target may take to report a written value.
  var answerMicroseconds: Int64 = 1_500_000
  /// How long a target may take to report its level after it was found.
  var firstReportMicroseconds: Int64 = 5_000_000
  /// The same after a loss, whose reason is out of date.
  var returnMicroseconds: Int64 = 250_000
  /// How long after a write a level may be read that is older; nil if the back end queries by
  /// itself, or cannot.
  ///
  /// After that, a target is queried for the result, unless it is one of readings.
  var settleMicroseconds: Int64?
  /// Whether the last level and the mute also wait for a confirmation.
  var isSequential = false
  /// Whether targets report written values; if not, a write makes earlier reports out of date.
  var reportsWrites = false
}

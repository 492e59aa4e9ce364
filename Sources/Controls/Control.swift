/// What one knob drives: a mixer element, an MQTT topic, a fader.
///
/// Levels are fractions 0…1 of the knob's range. A control never blocks the event loop, never
/// writes before it is told to, and does not report its own writes. It is used from the loop's
/// thread only, in this order:
///
///     open (may throw) → start → events, set, set, … → stop
public protocol Control: AnyObject {
  /// What it drives, for messages.
  var name: String { get }
  /// Receives all events; called on the event loop's thread.
  var onEvent: (ControlEvent) -> Void { get set }

  /// Looks for what it drives, so that a mistake in a layout is reported before the panel runs.
  ///
  /// May be left out; then `start` reports the same as `offline` and tries again.
  ///
  /// - Throws: A `ControlError` of the back end: a device that does not exist, a missing
  ///   permission, a missing file.
  func open() throws
  /// Begins to report; the first level, or why there is none, comes as an event (at once or later).
  ///
  /// Nothing is written. When the device goes away, `offline` is reported, and `level` when it is
  /// back.
  func start()
  /// Asks for a level; a newer one replaces an older one that was not written yet.
  ///
  /// Dropped while the control is offline, so that a level does not jump when it comes back.
  ///
  /// - Parameters:
  ///   - level: 0…1.
  ///   - isFinal: False while a finger still turns the knob, true for its last level.
  func set(level: Double, isFinal: Bool)
  /// Releases everything; no event comes after it. `start` may follow.
  func stop()
}

/// What a control reports to its knob.
public enum ControlEvent: Hashable, Sendable {
  /// The level is this, 0…1: read at the start, or changed by another program or person.
  case level(Double)
  /// It can be reached, but has not reported a level yet; set nothing until it does.
  case unknown(reason: String)
  /// It cannot be reached; the reason is one line.
  case offline(reason: String)
}

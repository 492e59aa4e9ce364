/// One thing that a knob drives: a mixer element, a topic, a fader.
///
/// Levels are fractions 0…1 of the knob's range. A control watches its own descriptors on the event
/// loop, never blocks it, never writes before it was told to, and does not report its own echo.
///
///     open (may throw) → start → events, set, set, … → stop
public protocol VolumeControl: AnyObject {
  /// What it drives, for messages.
  var name: String { get }
  var onEvent: (VolumeEvent) -> Void { get set }

  /// Looks for what it drives, so that a mistake in a layout is told before the panel runs.
  ///
  /// Throws what somebody has to mend: a card or element that does not exist, a missing
  /// permission. May be left out; then `start` reports the same as `unavailable` and goes on trying.
  func open() throws(VolumeError)
  /// Begins to report; the first reading, or why there is none, comes as an event (at once or later).
  ///
  /// Nothing is written. What goes away later is `unavailable`, and when it is back, `level`.
  func start()
  /// Wants this level now, 0…1; `isFinal` is false while a finger still turns.
  ///
  /// Dropped while the control is unavailable: a volume that nobody turns any more never jumps.
  func set(level: Double, isFinal: Bool)
  /// Lets go of everything; no event comes after it.
  func stop()
}

/// What a control tells its knob.
public enum VolumeEvent: Hashable, Sendable {
  /// The level is this, by somebody else's doing or at the start.
  case level(Double)
  /// It can be reached, and has not said where it is; set nothing until it does.
  case unknown(reason: String)
  /// It cannot be reached; the reason is one clear line.
  case unavailable(reason: String)
}

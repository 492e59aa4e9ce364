/// One thing that a knob drives: a mixer element, a topic, a fader.
///
/// Levels are fractions 0…1 of the knob's range. A control watches its own descriptors on the event
/// loop, never blocks it, never writes before it was told to, and does not report its own echo.
public protocol VolumeControl: AnyObject {
  /// What it drives, for messages.
  var name: String { get }
  var onEvent: (VolumeEvent) -> Void { get set }

  /// Starts; the first reading, or why there is none, comes as an event (at once or later).
  func start()
  /// Wants this level now. `isFinal` is false while a finger still turns.
  func set(level: Double, isFinal: Bool)
  /// Lets go of everything.
  func stop()
}

/// What a control tells its knob.
public enum VolumeEvent: Hashable, Sendable {
  /// The level is this, by somebody else's doing or at the start.
  case level(Double)
  /// It cannot be reached; the reason is one clear line.
  case unavailable(reason: String)
}

/// What one knob drives: a mixer element, an MQTT topic, a fader.
///
/// Levels are fractions 0…1 of the knob's range. A control never blocks the event loop, never
/// writes before `set` is called, and does not report its own writes. It is used from the loop's
/// thread only, in this order:
///
///     beginOpening → open (may throw) → start → events, set, set, … → stop
public protocol Control: AnyObject {
  /// The name of the target, for messages.
  var name: String { get }
  /// Receives all events; called on the event loop's thread.
  var onEvent: (ControlEvent) -> Void { get set }

  /// Begins with what `open` does, if that is on another thread, so that the caller can do something
  /// else meanwhile.
  ///
  /// Optional; by default nothing is begun.
  func beginOpening()
  /// Looks for the target, so that a mistake in a layout is reported before the panel runs.
  ///
  /// Optional; without it, `start` reports the failure as `offline` and retries.
  ///
  /// - Throws: A `ControlError` of the back end: a device that does not exist, a missing permission
  ///   or a missing file.
  func open() throws
  /// Starts reporting; the first level, or the reason why there is none, arrives as an event.
  ///
  /// The event may come before this returns. Nothing is written. When the device disappears,
  /// `offline` is reported, and `level` when it is back.
  func start()
  /// Requests a level; a newer request replaces one that was not written yet.
  ///
  /// Dropped while the control is offline, so that a level does not jump when it comes back, and when
  /// somebody else's level is reported before it is written: the panel goes there.
  ///
  /// - Parameters:
  ///   - level: 0…1.
  ///   - isFinal: False while a finger still turns the knob, true for its last level.
  func set(level: Double, isFinal: Bool)
  /// Mutes or unmutes the target, whose level stays as it is; only for one that has reported `muted`.
  ///
  /// Optional; dropped while the control is offline.
  func set(isMuted: Bool)
  /// Releases everything; no event follows. `start` may be called again.
  func stop()
}

extension Control {
  /// Does nothing: by default, `open` does not wait.
  public func beginOpening() {}

  /// Does nothing: by default, a target has no mute of its own.
  public func set(isMuted: Bool) {}
}

/// What a control reports to its knob.
public enum ControlEvent: Hashable, Sendable {
  /// The level, 0…1: read at the start, or changed by another program or person.
  case level(Double)
  /// Whether the target is muted, apart from its level: read at the start, before the first level, or
  /// changed by another program or person. Never reported for a target without a mute of its own.
  case muted(Bool)
  /// A state that is text and no number, for read-outs; anything else ignores it.
  case text(String)
  /// The device can be reached, but has not reported a level yet; set nothing until it does.
  case unknown(reason: String)
  /// The device cannot be reached; the reason is one line.
  case offline(reason: String)
  /// Something that the device sent could not be read, and changes nothing; the reason is one line.
  /// Not repeated for each message.
  case unreadable(reason: String)
}

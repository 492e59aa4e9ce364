public import Layout

/// The target of one knob: a mixer element, an MQTT topic, a fader.
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

  /// Starts what `open` does on another thread, if any, so that the caller can continue in the
  /// meantime.
  ///
  /// Optional; does nothing by default.
  func beginOpening()
  /// Looks for the target, so that an error in a layout is reported before the panel runs.
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
  /// Requests a level; a newer request replaces one that is not written yet.
  ///
  /// A request is dropped while the control is offline, so that the level does not jump when it
  /// comes back. It is also dropped if another level is reported before it is written: the panel
  /// moves to that one.
  ///
  /// - Parameters:
  ///   - level: 0…1.
  ///   - isFinal: False while a finger still turns the knob, true for its last level.
  func set(level: Double, isFinal: Bool)
  /// Mutes or unmutes the target without changing its level; only for targets that have reported
  /// `muted`.
  ///
  /// Optional; dropped while the control is offline.
  func set(isMuted: Bool)
  /// Sends the code of a keypad, as text; it is kept and logged nowhere.
  ///
  /// Optional; sends nothing by default.
  ///
  /// - Parameter code: The code.
  /// - Returns: Whether it was sent; false while the control is offline.
  func send(code: TypedCode) -> Bool
  /// Sets the followers of a control with several targets, after the first has reported a change.
  ///
  /// Optional; does nothing for a control with one target.
  ///
  /// - Parameter level: 0…1, not above the knob's limit.
  func follow(level: Double)
  /// Releases everything; no events follow. `start` may be called again.
  func stop()
}

extension Control {
  /// Does nothing: by default, `open` does not wait.
  public func beginOpening() {}

  /// Does nothing: by default, there is one target.
  public func follow(level: Double) {}

  /// Sends nothing: by default, a target takes no text.
  public func send(code: TypedCode) -> Bool { false }

  /// Does nothing: by default, a target has no separate mute.
  public func set(isMuted: Bool) {}
}

/// What a control reports to its knob.
public enum ControlEvent: Hashable, Sendable {
  /// The level, 0…1: read at startup, or changed by another program or person.
  case level(Double)
  /// Whether the target is muted, separately from its level.
  ///
  /// Read at startup, before the first level, or changed by another program or person. Never
  /// reported for a target without a separate mute.
  case muted(Bool)
  /// A state that is text and not a number, for read-outs; all others ignore it.
  case text(String)
  /// The device is online, but has not reported a level yet; set nothing until it does.
  case unknown(reason: String)
  /// The device is unavailable; the reason is one line.
  case offline(reason: String)
  /// What the target says about its knob; the layout is read again with it if it leaves out these keys.
  case described(KnobDescription)
  /// Another target of the same knob is lost, or is back if there is no reason; the knob can be used.
  case follower(name: String, reason: String?)
  /// A message from the device could not be read, and is ignored; the reason is one line.
  ///
  /// Not repeated for each message.
  case unreadable(reason: String)
}

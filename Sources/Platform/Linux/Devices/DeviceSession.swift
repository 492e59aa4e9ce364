/// A session of a seat service (seatd, systemd-logind), which opens the seat's devices for one
/// session at a time.
///
///     active ─switch to another session─▶ inactive ─switch to this one─▶ active
///     any ─the service is gone─▶ lost ─it is back─▶ inactive, or active
public protocol DeviceSession: AnyObject {
  /// Opens the seat's devices while the session is active.
  var access: DeviceAccess { get }
  /// Whether devices can be opened and used.
  var isActive: Bool { get }
  /// Called with each change, on the event loop's thread; any change makes open devices unusable.
  var onChange: (DeviceSessionChange) -> Void { get set }
  /// Releases the devices and the console permanently.
  func close()
}

/// A change of a session.
public enum DeviceSessionChange: Hashable, Sendable {
  /// Devices can be opened.
  case activated
  /// Another session gets the devices as soon as the handler returns.
  case deactivated
  /// The service is gone, and reconnecting is retried; the reason is one phrase. `wasActive` says
  /// whether this session was the active one until then.
  case lost(reason: String, wasActive: Bool)
}

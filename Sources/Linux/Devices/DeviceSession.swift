/// A session of a seat service (seatd, systemd-logind): it opens the seat's devices, and lends them to
/// one session at a time.
///
///     active ─another session is wanted─▶ inactive ─this one is wanted─▶ active
///     any ─the service is gone─▶ lost ─it is back─▶ inactive, or active
public protocol DeviceSession: AnyObject {
  /// Opens the seat's devices while the session is active.
  var access: DeviceAccess { get }
  /// Whether devices can be opened and used.
  var isActive: Bool { get }
  /// Called with each change, on the thread of the event loop; devices that are open are of no use
  /// after any of them.
  var onChange: (DeviceSessionChange) -> Void { get set }
  /// Gives the devices and the console back; they are not taken again.
  func close()
}

/// What has happened to a session.
public enum DeviceSessionChange: Hashable, Sendable {
  /// Devices can be opened.
  case activated
  /// Another session is to have the devices, as soon as the handler returns.
  case deactivated
  /// The service is gone, and waited for; the reason is one phrase. `wasActive` says whether this
  /// session was the active one until then.
  case lost(reason: String, wasActive: Bool)
}

/// How device nodes are opened: directly, or by a seat service.
public struct DeviceAccess {
  /// Opens the node at a path with the flags of open(2).
  ///
  /// Throws `EAGAIN` while the session is not the active one of its seat.
  public var open: (_ path: String, _ flags: Int32) throws(SystemError) -> Int32
  /// Closes what `open` returned.
  public var close: (_ descriptor: Int32) -> Void
  /// What opens the nodes, such as “libseat”; nil if this program does, with the rights of its user.
  public var service: String?

  /// Access by these two functions.
  public init(
    service: String? = nil,
    open: @escaping (_ path: String, _ flags: Int32) throws(SystemError) -> Int32,
    close: @escaping (_ descriptor: Int32) -> Void
  ) {
    self.service = service
    self.open = open
    self.close = close
  }

  /// Access by open(2) and close(2).
  public static var direct: DeviceAccess {
    DeviceAccess(
      open: { path, flags throws(SystemError) in
        try FileDescriptor.open(path, flags: flags).release()
      },
      close: { _ = FileDescriptor(owning: $0) })
  }
}

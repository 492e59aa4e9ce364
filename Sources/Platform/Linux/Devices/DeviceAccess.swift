/// The way to open device nodes: directly, or through a seat service.
public struct DeviceAccess {
  /// Opens the node at a path with the flags of open(2).
  ///
  /// Throws `EAGAIN` while the session is not the active one of its seat.
  public var open: (_ path: String, _ flags: Int32) throws(SystemError) -> Int32
  /// Closes a file descriptor returned by `open`.
  public var close: (_ descriptor: Int32) -> Void
  /// The service that opens nodes, such as “libseat”; nil if this program does, with its user's
  /// permissions.
  public var service: String?

  /// Creates access through these two functions.
  public init(
    service: String? = nil,
    open: @escaping (_ path: String, _ flags: Int32) throws(SystemError) -> Int32,
    close: @escaping (_ descriptor: Int32) -> Void
  ) {
    self.service = service
    self.open = open
    self.close = close
  }

  /// Access through open(2) and close(2).
  public static var direct: DeviceAccess {
    DeviceAccess(
      open: { path, flags throws(SystemError) in
        try FileDescriptor.open(path, flags: flags).release()
      },
      close: { _ = FileDescriptor(owning: $0) })
  }
}

internal import Glibc
public import Linux

/// How device nodes are opened for libinput: directly, or through a seat daemon.
public struct DeviceAccess {
  /// Opens the node at a path with the flags of open(2).
  public var open: (_ path: String, _ flags: Int32) throws(SystemError) -> Int32
  /// Closes what `open` returned.
  public var close: (_ descriptor: Int32) -> Void

  /// Access by these two functions.
  public init(
    open: @escaping (_ path: String, _ flags: Int32) throws(SystemError) -> Int32,
    close: @escaping (_ descriptor: Int32) -> Void
  ) {
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

/// The file descriptor of an open device node, closed the way it was opened.
public struct DeviceFile: ~Copyable {
  /// The file descriptor; valid for the lifetime of this value.
  public let number: Int32
  private let close: (Int32) -> Void

  /// Opens a device node.
  ///
  /// - Parameters:
  ///   - path: The node, such as `/dev/dri/card0`.
  ///   - flags: The flags of open(2); a seat service opens for reading and writing, without
  ///     blocking.
  ///   - access: How to open and close it.
  /// - Throws: The error of `access`.
  public init(opening path: String, flags: Int32, by access: DeviceAccess) throws(SystemError) {
    number = try access.open(path, flags)
    close = access.close
  }

  /// Takes ownership of an open file descriptor of this program.
  public init(owning file: consuming FileDescriptor) {
    number = file.release()
    close = DeviceAccess.direct.close
  }

  deinit {
    close(number)
  }

  /// Reads at most `buffer.count` bytes; returns nil if there is nothing to read (read(2)).
  ///
  /// - Throws: The error of read(2) other than `EAGAIN`.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    try FileDescriptor.read(number, into: buffer)
  }
}

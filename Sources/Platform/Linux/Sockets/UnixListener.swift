/// A listening socket and its file.
public struct UnixListener: ~Copyable {
  /// The file, which stays until it is removed.
  public let file: SocketFile
  private let socket: FileDescriptor

  init(file: SocketFile, socket: consuming FileDescriptor) {
    self.file = file
    self.socket = socket
  }

  /// Returns the socket, for a `ConnectionAcceptor`.
  public consuming func descriptor() -> FileDescriptor { socket }
}

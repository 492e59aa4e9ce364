internal import Glibc

/// A read-only mapping of a whole file, whose pages are loaded when they are read (mmap(2)).
///
/// The file must not become shorter: reading beyond its new end would terminate the program.
public final class MappedFile {
  /// The file's bytes; valid as long as the mapping is referenced.
  public let bytes: UnsafeRawBufferPointer

  /// Maps the file at `path`.
  ///
  /// - Throws: The reason why it cannot be opened or mapped; an empty file cannot be mapped.
  public init(_ path: String) throws(SystemError) {
    let file = try FileDescriptor.open(path, flags: O_RDONLY)
    var status = stat()
    _ = try check("fstat", path) { fstat(file.number, &status) }
    let byteCount = Int(status.st_size)
    // MAP_FAILED is the address −1.
    let address = try check("mmap", path) {
      Int(bitPattern: mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, file.number, 0))
    }
    bytes = UnsafeRawBufferPointer(
      start: UnsafeRawPointer(bitPattern: address), count: byteCount)
  }

  deinit {
    _ = munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}

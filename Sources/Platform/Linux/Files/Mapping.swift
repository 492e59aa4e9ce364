internal import Glibc

/// A shared, writable memory mapping of a file descriptor, unmapped at the end of its lifetime.
public struct Mapping: ~Copyable {
  /// The mapped bytes; valid for the lifetime of this value.
  public let bytes: UnsafeMutableRawBufferPointer

  /// Maps `byteCount` bytes of `descriptor` from `offset`.
  ///
  /// - Throws: The error of mmap(2).
  public init(descriptor: Int32, offset: Int, byteCount: Int) throws(SystemError) {
    // MAP_FAILED is the address −1.
    let address = try check("mmap") {
      Int(
        bitPattern: mmap(
          nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset)))
    }
    bytes = UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: address), count: byteCount)
  }

  deinit {
    _ = munmap(bytes.baseAddress, bytes.count)
  }
}

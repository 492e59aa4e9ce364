internal import Glibc
internal import Linux
public import Raster

extension PNGPicture {
  /// Decodes the file at `path`.
  ///
  /// - Throws: Why it could not be read or decoded.
  public static func read(_ path: String) throws(PNGError) -> PixelBuffer {
    let bytes: [UInt8]
    do { bytes = try WholeFile.read(path, limit: 256 << 20) } catch { throw .unreadable(error) }
    do { return try decode(bytes) } catch { throw .file(path: path, error) }
  }

  /// Encodes a picture into a file.
  ///
  /// A regular file is replaced atomically: it is written under another name and renamed, so that it
  /// is complete even after a power cut. A pipe or device (`/dev/stdout`) is written directly.
  ///
  /// - Throws: Why it could not be encoded or written.
  public static func write(_ picture: PixelBuffer, to path: String) throws(PNGError) {
    let bytes = try encode(picture)
    do {
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
        let target = try FileDescriptor.open(path, flags: O_WRONLY)
        try write(bytes, to: target, path)
      } else {
        try replace(path, with: bytes)
      }
    } catch {
      throw .unwritable(error)
    }
  }

  /// Creates the partial file; errors name the file that was asked for.
  private static func create(
    _ partial: String, for path: String
  ) throws(SystemError) -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        partial, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o666)
    } catch {
      throw SystemError(call: error.call, subject: path, code: error.code)
    }
  }

  private static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let partial = "\(path).\(getpid()).partial"
    do {
      let file = try create(partial, for: path)
      try write(bytes, to: file, path)
      try check("fsync", path) { fsync(file.number) }
      try check("rename", path) { rename(partial, path) }
    } catch {
      // Removes the partial file; the first error is the one that is thrown.
      _ = unlink(partial)
      throw error
    }
  }

  private static func write(
    _ bytes: [UInt8], to file: borrowing FileDescriptor, _ path: String
  ) throws(SystemError) {
    let number = file.number
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeBufferPointer(rebasing: bytes[written...])
        written += try check("write", path) { Glibc.write(number, rest.baseAddress, rest.count) }
      }
    }
  }
}

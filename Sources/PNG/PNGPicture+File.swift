internal import Glibc
internal import Linux
public import Raster

extension PNGPicture {
  /// Decodes the file at `path`.
  public static func read(_ path: String) throws(PNGError) -> PixelBuffer {
    let bytes: [UInt8]
    do { bytes = try WholeFile.read(path, limit: 256 << 20) } catch { throw .unreadable(error) }
    do { return try decode(bytes) } catch { throw .file(path: path, error) }
  }

  /// Encodes a picture into a file.
  ///
  /// A regular file appears or changes all at once: it is written beside its place and renamed, so
  /// that nobody sees half a picture, even after a power cut. A pipe or device (`/dev/stdout`) is
  /// written as it is.
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

  /// The partial file is nobody's business: an error names the one that was asked for.
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
      // What came of it is of no use; the error that is reported is the first one.
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

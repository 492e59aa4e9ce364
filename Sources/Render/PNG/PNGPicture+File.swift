internal import Linux
public import Raster

extension PNGPicture {
  /// Decodes the file at `path`.
  ///
  /// - Throws: `PNGError` if the file could not be read or decoded.
  public static func read(_ path: String) throws(PNGError) -> PixelBuffer {
    let bytes: [UInt8]
    do { bytes = try WholeFile.read(path, limit: 256 << 20) } catch { throw .unreadable(error) }
    do { return try decode(bytes) } catch { throw .file(path: path, error) }
  }

  /// Encodes a picture into a file.
  ///
  /// A regular file is replaced atomically: the data is written under another name and renamed, so
  /// that the file is complete even after a power cut. A pipe or device (`/dev/stdout`) is written
  /// directly.
  ///
  /// - Throws: `PNGError` if the picture could not be encoded or written.
  public static func write(_ picture: PixelBuffer, to path: String) throws(PNGError) {
    let bytes = try encode(picture)
    do {
      try FileReplacement.write(bytes, to: path)
    } catch {
      throw .unwritable(error)
    }
  }
}

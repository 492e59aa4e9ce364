internal import Layout
internal import LayoutFile
internal import Linux
internal import PNG
internal import PanelDrawing
internal import Raster
internal import Synchronization

/// A cache of the pictures that layouts name, keyed by path and invalidated by the file's stamp.
///
/// When a file becomes unreadable or is removed, its last decoded image stays in use, so that the
/// layout on the display stays complete.
final class PictureFiles: PictureSource, Sendable {
  private struct Entry: Sendable {
    var stamp: FileStamp
    var image: Image
  }

  /// Limits of a file in bytes and of an image in pixels, well above what displays show.
  private static let byteLimit = 64 << 20
  private static let areaLimit = 8192 * 4096

  private let entries = Mutex<[String: Entry]>([:])

  func image(_ path: String) -> Image? {
    if let entry = entries.withLock({ $0[path] }) { return entry.image }
    _ = load(path)
    return entries.withLock { $0[path]?.image }
  }

  /// Decodes the file unless the cached image is current.
  func load(_ path: String) -> Result<PictureSize, LayoutAssets.Problem> {
    do {
      let stamp = try FileStamp(path)
      let entry = entries.withLock { $0[path] }
      if let entry, entry.stamp == stamp { return .success(PictureSize(entry.image.size)) }
      let image = try Self.decode(path)
      entries.withLock { $0[path] = Entry(stamp: stamp, image: image) }
      return .success(PictureSize(image.size))
    } catch let problem as LayoutAssets.Problem {
      return .failure(problem)
    } catch {
      return .failure(AssetProblem.of(error, at: path, endings: [".png"]))
    }
  }

  /// Removes all images but those of `paths`.
  func keep(_ paths: [String]) {
    let wanted = Set(paths)
    entries.withLock { $0 = $0.filter { wanted.contains($0.key) } }
  }

  private static func decode(_ path: String) throws -> Image {
    let bytes = try WholeFile.read(path, limit: byteLimit)
    if let kind = PNGPicture.otherKind(of: bytes) {
      throw LayoutAssets.Problem.unusable("is \(kind), not a PNG", hint: "export it as PNG")
    }
    return try PNGPicture.image(bytes, areaLimit: areaLimit)
  }
}

extension PictureSize {
  fileprivate init(_ size: PixelSize) {
    self.init(width: size.width, height: size.height)
  }
}

internal import Layout
internal import LayoutFile
internal import Linux
internal import PNG
internal import PanelDrawing
internal import Raster
internal import Synchronization

/// The pictures that layouts name: each is decoded once for as long as its file stays as it is.
///
/// What was decoded last stays in use when its file becomes rubbish or goes away: a layout that is
/// shown goes on being shown.
final class PictureFiles: PictureSource, Sendable {
  private struct Entry: Sendable {
    var stamp: FileStamp
    var image: Image
  }

  /// Bytes of a file, and pixels; far more than any display shows.
  private static let byteLimit = 64 << 20
  private static let areaLimit = 8192 * 4096

  private let known = Mutex<[String: Entry]>([:])

  func image(_ path: String) -> Image? {
    if let entry = known.withLock({ $0[path] }) { return entry.image }
    _ = look(path)
    return known.withLock { $0[path]?.image }
  }

  /// Reads the file anew if it is not the one that is known.
  func look(_ path: String) -> Result<PictureSize, LayoutAssets.Problem> {
    do {
      let stamp = try FileStamp(path)
      let entry = known.withLock { $0[path] }
      if let entry, entry.stamp == stamp { return .success(PictureSize(entry.image.size)) }
      let image = try Self.decode(path)
      known.withLock { $0[path] = Entry(stamp: stamp, image: image) }
      return .success(PictureSize(image.size))
    } catch let problem as LayoutAssets.Problem {
      return .failure(problem)
    } catch {
      return .failure(AssetProblem.of(error, at: path, endings: [".png"]))
    }
  }

  /// Forgets all but these.
  func keep(_ paths: [String]) {
    let wanted = Set(paths)
    known.withLock { known in known = known.filter { wanted.contains($0.key) } }
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

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
/// layout on the display stays complete. Holds only the pictures of the shown layout and of the one
/// that was read last.
final class PictureFiles: PictureSource, Sendable {
  /// The maximum size of one file, in bytes.
  static let byteLimit = 64 << 20
  /// The maximum number of pixels of all pictures of a layout, well above any display: 128 MB.
  static let areaLimit = 8192 * 4096

  private struct Entry: Sendable {
    var stamp: FileStamp
    var image: Image
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// The paths of the shown layout's pictures.
    var shown: Set<String> = []
  }

  private let state = Mutex(State())

  func image(_ path: String) -> Image? {
    if let entry = state.withLock({ $0.entries[path] }) { return entry.image }
    _ = load(path)
    return state.withLock { $0.entries[path]?.image }
  }

  /// Decodes the file unless the cached image is current.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - areaLimit: The maximum number of pixels, checked before the file is decoded.
  /// - Returns: The size of the picture, or why it cannot be used.
  func load(
    _ path: String, areaLimit: Int = PictureFiles.areaLimit
  ) -> Result<PixelSize, LayoutAssets.Problem> {
    do {
      let stamp = try FileStamp(path)
      let entry = state.withLock { $0.entries[path] }
      if let entry, entry.stamp == stamp {
        let size = entry.image.size
        guard size.width * size.height <= areaLimit else {
          throw PNGError.tooLarge(width: size.width, height: size.height)
        }
        return .success(size)
      }
      let image = try Self.decode(path, areaLimit: areaLimit)
      state.withLock { $0.entries[path] = Entry(stamp: stamp, image: image) }
      return .success(image.size)
    } catch let problem as LayoutAssets.Problem {
      return .failure(problem)
    } catch {
      return .failure(AssetProblem.of(error, at: path, endings: [".png"]))
    }
  }

  /// Removes all images except those of `paths`, which are shown from now on.
  func keep(_ paths: [String]) {
    state.withLock { state in
      state.shown = Set(paths)
      state.entries = state.entries.filter { state.shown.contains($0.key) }
    }
  }

  /// Removes all images except those being shown and those just read.
  fileprivate func endReading(of paths: Set<String>) {
    state.withLock { state in
      state.entries = state.entries.filter {
        state.shown.contains($0.key) || paths.contains($0.key)
      }
    }
  }

  private static func decode(_ path: String, areaLimit: Int) throws -> Image {
    let bytes = try WholeFile.read(path, limit: byteLimit)
    if let kind = PNGPicture.otherKind(of: bytes) {
      throw LayoutAssets.Problem.unusable("is \(kind), not a PNG", hint: "export it as PNG")
    }
    return try PNGPicture.image(bytes, areaLimit: areaLimit)
  }
}

/// Counts the pixels of the pictures loaded while a layout is read.
final class PictureReading: Sendable {
  private let files: PictureFiles
  private let areaLimit: Int
  /// The pixels of each picture that could be read.
  private let areas = Mutex<[String: Int]>([:])

  /// - Parameters:
  ///   - files: The cache of pictures.
  ///   - areaLimit: The maximum number of pixels of all of them together.
  init(of files: PictureFiles, areaLimit: Int = PictureFiles.areaLimit) {
    self.files = files
    self.areaLimit = areaLimit
  }

  /// Decodes a picture and returns its size, or why it cannot be used.
  func load(_ path: String) -> Result<PixelSize, LayoutAssets.Problem> {
    areas.withLock { areas in
      let others = areas.reduce(0) { $1.key == path ? $0 : $0 + $1.value }
      let result = files.load(path, areaLimit: areaLimit - others)
      if case .success(let size) = result { areas[path] = size.width * size.height }
      return result
    }
  }

  /// Removes the pictures that neither this reading nor the shown layout uses.
  func end() {
    files.endReading(of: Set(areas.withLock { $0.keys }))
  }
}

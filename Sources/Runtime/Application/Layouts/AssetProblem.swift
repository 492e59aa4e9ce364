internal import Layout
internal import LayoutFile
internal import Linux
internal import PNG

/// Describes, in the style of layout diagnostics, why a file named by a layout cannot be used.
enum AssetProblem {
  /// Turns the error of reading or decoding the file at `path` into a diagnostic.
  ///
  /// - Parameters:
  ///   - error: The error thrown by reading or decoding.
  ///   - path: The file.
  ///   - endings: Lowercase file name extensions; if the file is missing, files with these
  ///     extensions in the same folder are suggested.
  /// - Returns: The problem, with a hint if there is one.
  static func of(
    _ error: any Error, at path: String, endings: [String]
  ) -> LayoutAssets.Problem {
    switch error {
    case let error as SystemError where error.isMissing: missing(path, endings)
    case WholeFile.Failure.system(let error) where error.isMissing: missing(path, endings)
    case WholeFile.Failure.notAFile(_, let kind):
      .unusable("is a \(kind)", hint: "name a file")
    case WholeFile.Failure.tooLarge(_, let byteCount, let limit):
      .unusable(
        "has \(byteCount >> 20) MB; the limit is \(limit >> 20) MB",
        hint: "is it the right file?")
    case PNGError.tooLarge(let width, let height):
      .unusable(
        "has \(width) x \(height) px; the limit for all pictures of a layout together is "
          + "\(PictureFiles.areaLimit)",
        hint: "scale them to the size they are shown at")
    case PNGError.malformed(let reason):
      .unusable("is not a complete PNG (\(reason))", hint: "export it again")
    case let error as SystemError: .unusable("cannot be read: \(error.reason)", hint: nil)
    case WholeFile.Failure.system(let error):
      .unusable("cannot be read: \(error.reason)", hint: nil)
    default: .unusable("cannot be read: \(error)", hint: nil)
    }
  }

  private static func missing(_ path: String, _ endings: [String]) -> LayoutAssets.Problem {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return .missing(
      others: Folder.names(folder).filter { name in
        endings.contains { name.lowercased().hasSuffix($0) }
      })
  }
}

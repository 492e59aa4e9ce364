internal import Layout
internal import LayoutFile
internal import Linux
internal import PNG

/// Says in the words of a layout's diagnostics why a file cannot be used.
enum AssetProblem {
  /// What a diagnostic says of an error.
  ///
  /// - Parameters:
  ///   - error: Why the file cannot be used.
  ///   - path: The file.
  ///   - endings: Of those files in the same folder that could be meant, in lower case.
  /// - Returns: The problem, with a hint where there is one.
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
        "has \(byteCount >> 20) MB; at most \(limit >> 20) are read",
        hint: "is it the file you meant?")
    case PNGError.tooLarge(let width, let height):
      .unusable(
        "has \(width) x \(height) px, more than can be shown",
        hint: "scale it to the size it is shown at")
    case PNGError.malformed(let reason):
      .unusable("is no whole PNG (\(reason))", hint: "export it again")
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

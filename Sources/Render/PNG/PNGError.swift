public import Linux

/// The reason why a PNG could not be read or written.
public enum PNGError: Error, Hashable, CustomStringConvertible {
  /// The bytes are not a complete, valid PNG; `reason` is libspng's.
  case malformed(reason: String)
  /// There are more pixels than the limit.
  case tooLarge(width: Int, height: Int)
  /// The picture could not be encoded; `reason` is libspng's.
  case notEncoded(reason: String)
  /// The file could not be read.
  case unreadable(WholeFile.Failure)
  /// The file could not be written.
  case unwritable(SystemError)
  /// An error with the path of its file.
  indirect case file(path: String, PNGError)

  /// The reason in one line, with a remedy.
  public var description: String {
    switch self {
    case .malformed(let reason): "not a valid PNG (\(reason)); export the picture again"
    case .tooLarge(let width, let height):
      "\(width)×\(height) pixels are too many; scale the picture to the size it is shown at"
    case .notEncoded(let reason): "the picture could not be encoded as PNG (\(reason))"
    case .unreadable(let failure): failure.description
    case .unwritable(let error): error.description
    case .file(let path, let error): "\(path): \(error.description)"
    }
  }
}

public import Linux

/// Why a PNG could not be read or written.
public enum PNGError: Error, Hashable, CustomStringConvertible {
  /// The bytes are not a whole, valid PNG; `reason` is libspng's.
  case malformed(reason: String)
  /// More pixels than a panel could ever show.
  case tooLarge(width: Int, height: Int)
  /// libspng could not encode; `reason` is its own.
  case notEncoded(reason: String)
  case unreadable(WholeFile.Failure)
  case unwritable(SystemError)
  /// An error with the name of its file.
  indirect case file(path: String, PNGError)

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

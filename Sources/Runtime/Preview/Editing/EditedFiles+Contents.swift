internal import LayoutFile
internal import Linux

extension EditedFiles {
  /// The contents of a file, or why it cannot be edited.
  struct Contents {
    /// Identifies these contents of the file; nil if it cannot be read.
    var version: String?
    /// With LF line ends if all of them are CR LF, because text fields of browsers have only LF.
    var text: String?
    var usesCRLF = false
    var problem: String?
    var isMissing = false

    /// Reads a file; a pipe or a device is reported as a problem, and is not opened.
    init(of path: String) {
      do throws(WholeFile.Failure) {
        let bytes = try WholeFile.read(path, limit: LayoutReader.byteLimit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
          problem = "it is not UTF-8 text; save it as UTF-8 with another editor"
          return
        }
        version = EditedFiles.version(of: bytes)
        usesCRLF = text.usesOnlyCRLF
        self.text = usesCRLF ? text.withLF : text
      } catch {
        problem = "\(error)"
        if case .system(let error) = error { isMissing = error.isMissing }
      }
    }
  }
}

extension String {
  /// Whether there are line ends, all of them CR LF.
  fileprivate var usesOnlyCRLF: Bool {
    var count = 0
    var last: UInt8 = 0
    for byte in utf8 {
      let isFeed = byte == UInt8(ascii: "\n")
      guard isFeed == (last == UInt8(ascii: "\r")) else { return false }
      if isFeed { count += 1 }
      last = byte
    }
    return count > 0 && last != UInt8(ascii: "\r")
  }

  fileprivate var withLF: String {
    String(decoding: utf8.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
  }

  /// The text with CR LF for each LF, unless it already has a CR.
  var withCRLF: String {
    guard !utf8.contains(UInt8(ascii: "\r")) else { return self }
    var result: [UInt8] = []
    for byte in utf8 {
      if byte == UInt8(ascii: "\n") { result.append(UInt8(ascii: "\r")) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}

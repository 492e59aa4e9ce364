/// Hides what identifies a machine, its network and its users in lines of text.
///
/// The report reads nothing that holds such data on purpose; names of devices, paths and lines of a
/// layout can contain it all the same.
struct PrivateText: Sendable {
  /// What a word is, for its replacement.
  enum Kind: String {
    case host, user, serial, address
    var mark: String { "<\(rawValue)>" }
  }

  /// The maximum number of words.
  static let wordLimit = 512
  /// The maximum length in bytes of a line that is examined; the rest is dropped.
  static let byteLimit = 4096

  private var words: [(bytes: [UInt8], mark: String)] = []

  /// Adds a word to hide wherever no letter or digit adjoins it.
  mutating func add(_ word: String, _ kind: Kind) {
    let bytes = Array(word.utf8)
    guard (2...256).contains(bytes.count), words.count < Self.wordLimit,
      !words.contains(where: { $0.bytes == bytes })
    else { return }
    words.append((bytes, kind.mark))
    // Longer words first: a user's name may be part of the host's.
    words.sort { $0.bytes.count > $1.bytes.count }
  }

  /// Returns a line with marks in place of private parts.
  func hidden(in line: String) -> String {
    var bytes = Self.hidingAddresses(in: Array(line.utf8.prefix(Self.byteLimit)))
    bytes = Self.hidingHomes(in: bytes)
    for (word, mark) in words { bytes = Self.replacing(word, in: bytes, by: Array(mark.utf8)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func replacing(_ word: [UInt8], in bytes: [UInt8], by mark: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let end = index + word.count
      if bytes[index...].starts(with: word), index == 0 || !bytes[index - 1].isOfWord,
        end == bytes.count || !bytes[end].isOfWord
      {
        result += mark
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  // MARK: Paths

  private static let homes: [(folder: [UInt8], isOfUsers: Bool)] = [
    ("/home/", true), ("/media/", true), ("/run/media/", true), ("/root/", false),
  ].map { (Array($0.0.utf8), $0.1) }

  /// Replaces the folders of users by `~`.
  private static func hidingHomes(in bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard let home = homes.first(where: { bytes[index...].starts(with: $0.folder) }) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      result.append(UInt8(ascii: "~"))
      index += home.folder.count - 1
      if home.isOfUsers {
        index += 1
        while index < bytes.count, bytes[index].isOfPath, bytes[index] != UInt8(ascii: "/") {
          index += 1
        }
      }
    }
    return result
  }

  // MARK: Addresses

  /// Replaces the addresses among the line's words.
  private static func hidingAddresses(in bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, bytes[index].isOfAddress { index += 1 }
      if index > start { result += NetworkWord(bytes[start..<index]).shown }
      if index < bytes.count {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}

extension UInt8 {
  /// Whether it is a letter or a digit, of ASCII or part of another character.
  var isOfWord: Bool { isDigit || isLetter || self >= 0x80 }
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
  fileprivate var isOfPath: Bool { self > 0x20 && !"\"'`,:;)}]".utf8.contains(self) }
  /// Whether it can be part of an address, a URL or a host's name.
  fileprivate var isOfAddress: Bool { isOfWord || ".:@%_-/~+".utf8.contains(self) }
}

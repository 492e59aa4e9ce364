/// An answer of an MPD server, which consists of lines `name: value` and one that ends it.
///
/// Source: https://mpd.readthedocs.io/en/stable/protocol.html
struct MPDAnswer {
  /// The maximum number of lines.
  static let lineLimit = 1000
  /// The number of bytes kept of a value.
  static let valueByteLimit = 4096
  private static let names: Set<String> = [
    "volume", "state", "file", "Title", "Artist", "Name", "changed",
  ]

  enum Progress: Equatable {
    case unfinished
    /// `OK MPD` and a version, once per connection.
    case greeting
    case ok
    /// `ACK [error@index] {command} text`: the text, as one line.
    case refused(String)
    /// The line is not of this protocol.
    case malformed
    case tooLong
  }

  /// The values of the names in use; of several, such as artists, the first.
  private(set) var fields: [String: [UInt8]] = [:]
  private var lineCount = 0

  /// Returns a request with a quoted argument: its first line, as another one would be a request.
  static func request(_ command: String, _ argument: String) -> [UInt8] {
    let quoted = argument.utf8.prefix { $0 != UInt8(ascii: "\n") }.flatMap { byte in
      "\"\\".utf8.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
    }
    return Array("\(command) \"".utf8) + quoted + Array("\"\n".utf8)
  }

  /// Takes a line without its end.
  mutating func take(_ line: [UInt8]) -> Progress {
    lineCount += 1
    if lineCount > Self.lineLimit { return .tooLong }
    if line.elementsEqual("OK".utf8) { return .ok }
    if line.starts(with: "OK MPD ".utf8) { return .greeting }
    if line.starts(with: "ACK ".utf8) {
      let end = line.firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? 4
      return .refused(Array(line[end...]).shownText())
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), (1...40).contains(colon),
      line.dropFirst(colon + 1).first == UInt8(ascii: " ")
    else { return .malformed }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    if Self.names.contains(name), fields[name] == nil {
      fields[name] = Array(line.dropFirst(colon + 2).prefix(Self.valueByteLimit))
    }
    return .unfinished
  }
}

/// The answer to `currentsong` and `status`.
struct MPDReport {
  enum Volume: Equatable {
    /// In percent, 0…100.
    case percent(Int)
    /// The server has no mixer, or cannot use it now.
    case unavailable
    case unusable(Complaints.Kind, String)
  }

  /// When it was requested, in microseconds of the loop's clock.
  let requestedAt: Int64
  let volume: Volume
  /// The texts for labels, each as one line; empty if there is none.
  let texts: [MPDSettings.Tag: String]

  init(_ fields: [String: [UInt8]], requestedAt: Int64) {
    func text(_ name: String) -> String { fields[name]?.shownText() ?? "" }
    self.requestedAt = requestedAt
    volume =
      switch (text("volume"), Int(text("volume"))) {
      case (_, -1), ("", _): .unavailable
      case (_, let percent?) where (0...100).contains(percent): .percent(percent)
      case (let text, nil): .unusable(.unreadable, text)
      case (let text, _): .unusable(.outOfRange, text)
      }
    let path = fields["file"]?.split(separator: UInt8(ascii: "/")) ?? []
    let names = [text("Title"), text("Name"), path.last.map { Array($0).shownText() } ?? ""]
    texts = [
      .title: names.first { !$0.isEmpty } ?? "", .artist: text("Artist"), .name: text("Name"),
      .state: text("state"),
    ]
  }
}

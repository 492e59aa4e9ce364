// Internal types, visible only with `-enable-testing`.
#if DEBUG || TESTABLE
@testable import Controls

extension FuzzTarget {
  /// Lines from a Snapcast server: each as a message, and its result as a status.
  static let snapcast = FuzzTarget(name: "snapcast", longestInput: 2000) { bytes in
    var reader = LineReader(byteLimit: 1000)
    for portion in stride(from: 0, to: bytes.count, by: 100) {
      bytes[portion..<min(portion + 100, bytes.count)].withUnsafeBytes { reader.append($0) }
      while let line = reader.next() {
        guard case .text(let text) = line else { continue }
        try require(text.count <= 1000, "a line of \(text.count) bytes")
        for message in SnapcastMessage.read(text) ?? [] { try check(message) }
      }
    }
  }

  private static func check(_ message: SnapcastMessage) throws {
    let content: SnapcastContent?
    switch message {
    case .answer(_, let result): content = result
    case .notification(_, let parameters): content = parameters
    }
    if let volume = SnapcastStatus.Volume(content?.volume, or: nil) {
      try require((0...100).contains(volume.percent), "a volume of \(volume.percent) %")
    }
    guard let status = content?.status else { return }
    for name in ["", "kitchen", "Radio"] + status.clients.keys.sorted().prefix(3) {
      for target in [SnapcastSettings.Target.client(name), .group(name), .stream(name)] {
        guard let members = try? status.members(of: target) else { continue }
        let balance = VolumeBalance(members.clients.map(\.percent))
        try require((0...1).contains(balance.level), "a level of \(balance.level)")
        for index in members.clients.indices {
          let percent = balance.percent(index, at: 0.37)
          try require((0...100).contains(percent), "a volume of \(percent) %")
        }
      }
    }
  }

  /// Lines of an MPD server, and what they say as answers.
  static let mpd = FuzzTarget(name: "mpd", longestInput: 1000) { bytes in
    var reader = LineReader(byteLimit: 500)
    var answer = MPDAnswer()
    bytes.withUnsafeBytes { reader.append($0) }
    while let line = reader.next() {
      guard case .text(let text) = line else { continue }
      switch answer.take(text) {
      case .ok:
        try check(MPDReport(answer.fields, requestedAt: 0))
        answer = MPDAnswer()
      case .refused(let text): try check(text)
      case .unfinished, .greeting, .malformed, .tooLong: break
      }
    }
    try check(MPDReport(answer.fields, requestedAt: 0))
  }

  private static func check(_ report: MPDReport) throws {
    if case .percent(let percent) = report.volume {
      try require((0...100).contains(percent), "a volume of \(percent) %")
    }
    for text in report.texts.values { try check(text) }
  }

  private static func check(_ text: String) throws {
    try require(text.utf8.count <= 2000, "a text of \(text.utf8.count) bytes")
    try require(!text.contains(where: \.isNewline), "a text of several lines")
  }

  /// Documents and events of speakers: the first byte selects the kind of the rest.
  static let upnp = FuzzTarget(name: "upnp", longestInput: 1000) { bytes in
    let rest = Array(bytes.dropFirst())
    switch (bytes.first ?? 0) % 4 {
    case 0:
      _ = XMLElement.parse(rest)
      // A repaired document needs no further repair.
      guard let repaired = XMLRepair.repaired(rest) else { return }
      try require(XMLRepair.repaired(repaired) == repaired, "a repaired document is repaired again")
    case 1: _ = RenderingControl.Change(rest)
    case 2:
      guard let location = HTTPAddress("http://10.0.0.7/d/x"),
        let device = UPnPDevice(rest, at: location)
      else { return }
      try require(device.control.host == location.host, "actions of another machine")
    default:
      guard let range = UPnPVolumeRange(rest) else { return }
      for level in [0, 0.37, 1] {
        let volume = range.volume(at: level)
        try require(range.contains(volume), "a volume of \(volume)")
      }
      for volume in [Int32.min, -1, 0, 50, 100, 65_535, Int32.max] {
        let level = range.level(of: volume)
        try require((level != nil) == range.contains(volume), "a level of \(volume)")
        try require((0...1).contains(level ?? 0), "a level of \(level ?? 0)")
      }
    }
  }

  /// Announcements and search answers.
  static let ssdp = FuzzTarget(name: "ssdp", longestInput: 500) { bytes in
    guard let message = SSDPMessage(bytes, from: "10.0.0.7") else { return }
    try require(SSDPMessage.ageLimit.contains(message.ageSeconds), "\(message.ageSeconds) s")
    guard case .alive(let location) = message.kind else { return }
    try require(location.host == message.sender, "a description at another machine")
  }

  /// HTTP messages: the first byte selects whether the rest is one, or the sizes of chunks.
  static let http = FuzzTarget(name: "http", longestInput: 500) { bytes in
    let rest = Array(bytes.dropFirst())
    if (bytes.first ?? 0) % 2 == 0 { try checkPortions(rest) } else { try checkChunks(rest) }
  }

  /// Checks that a body is the same in any chunks and portions, whose sizes the bytes give.
  private static func checkChunks(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    var text = Array("HTTP/1.1 200 OK\r\nTRANSFER-ENCODING: chunked\r\n\r\n".utf8)
    var body: [UInt8] = []
    for (index, byte) in bytes.enumerated() where byte % 32 > 0 {
      let data = [UInt8](repeating: byte, count: Int(byte % 32))
      let name = index % 3 == 0 ? ";a=\"b\"" : ""
      text += Array((String(data.count, radix: 16, uppercase: index % 2 == 0) + name).utf8)
      text += index % 5 == 0 ? [0x0A] : [0x0D, 0x0A]
      text += data + [0x0D, 0x0A]
      body += data
    }
    text += Array("0\r\n\r\n".utf8)
    var reader = HTTPReader(isRequest: false)
    var found: HTTPReader.Message?
    let size = Int(first % 64) + 1
    for start in stride(from: 0, to: text.count, by: size) where found == nil {
      let end = min(start + size, text.count)
      found = try reader.append(Array(text[start..<end]), isAtEnd: false)
    }
    try require(found?.body == body, "a body of \(found?.body.count ?? -1) for \(body.count)")
  }

  /// Announcements, good-byes, and descriptions that succeed or fail: three bytes each.
  static let speakers = FuzzTarget(name: "speakers", longestInput: 300) { bytes in
    var table = SpeakerTable()
    var pending: Set<SpeakerTable.Key> = []
    var now: Int64 = 0
    for start in stride(from: 0, to: bytes.count - 2, by: 3) {
      let (kind, speaker, pause) = (bytes[start], bytes[start + 1], bytes[start + 2])
      now += Int64(pause) * Int64(pause) * 1000
      let host = "10.0.0.\(speaker % 4)"
      let location = HTTPAddress(host: host, port: 1 + UInt16(kind >> 6), path: "/")
      let message = SSDPMessage(
        kind: kind % 4 == 0 ? .byebye : .alive(location), id: "\(speaker)", sender: host,
        ageSeconds: max(Int64(pause), SSDPMessage.ageLimit.lowerBound), type: "x")
      switch table.receive(message, atMicroseconds: now, needed: { ["7"] }) {
      case .describe(let key, _, let gone):
        pending.subtract(gone)
        try require(pending.insert(key).inserted, "\(key) is described twice")
      case .found, .left, .nothing: break
      }
      for (key, _) in table.takeDue(atMicroseconds: now) {
        try require(pending.insert(key).inserted, "\(key) is described twice")
      }
      if kind % 3 == 0, let key = pending.first(where: { $0.id == "\(speaker)" }) {
        pending.remove(key)
        table.didDescribe(key, as: nil, atMicroseconds: now)
      }
      try require(table.entries.count <= SpeakerTable.limit, "\(table.entries.count) devices")
      let count = table.entries.values.count(where: \.isPending)
      try require(count == pending.count, "\(count) are described, and not \(pending.count)")
    }
  }

  /// Checks an HTTP message in portions of the size that the first byte gives.
  private static func checkPortions(_ bytes: [UInt8]) throws {
    let size = Int(bytes.first ?? 0) + 1
    for isRequest in [true, false] {
      var reader = HTTPReader(isRequest: isRequest)
      for start in stride(from: 1, to: bytes.count, by: size) {
        let end = min(start + size, bytes.count)
        let message = try? reader.append(Array(bytes[start..<end]), isAtEnd: end == bytes.count)
        if let message { return try require(message.body.count <= bytes.count, "a longer body") }
      }
    }
  }

  /// Answers to a query for services (multicast DNS).
  static let dns = FuzzTarget(name: "dns", longestInput: 600) { bytes in
    let records = DNSMessage(bytes).records
    try require(records.count <= DNSMessage.recordLimit, "\(records.count) records")
    _ = ServiceQuery.services(of: ["_snapcast._tcp.local"], in: records)
  }
}
#endif

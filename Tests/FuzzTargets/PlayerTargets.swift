// Internal types, which the panel that is shipped does not show (`-enable-testing`).
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
    case .notification(_, let told): content = told
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

  /// What speakers send: the first byte says what the rest is.
  static let upnp = FuzzTarget(name: "upnp", longestInput: 2000) { bytes in
    let rest = Array(bytes.dropFirst())
    switch (bytes.first ?? 0) % 6 {
    case 0: _ = XMLElement.parse(rest)
    case 1: _ = SSDPMessage(rest, from: "10.0.0.7")
    case 2: _ = RenderingControl.Change(rest)
    case 3:
      guard let place = HTTPAddress("http://10.0.0.7/d/x"),
        let device = UPnPDevice(rest, at: place)
      else { return }
      try require(device.control.host == place.host, "actions of another machine")
    case 4:
      guard let range = UPnPVolumeRange(rest) else { return }
      for level in [0, 0.37, 1] {
        let volume = range.volume(at: level)
        try require((range.lowest...range.highest).contains(volume), "a volume of \(volume)")
      }
    default: try checkPortions(rest)
    }
  }

  /// A message of HTTP, the first byte being how much of it comes at once.
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

  /// Answers to a question for services (multicast DNS).
  static let dns = FuzzTarget(name: "dns", longestInput: 600) { bytes in
    let records = DNSMessage(bytes).records
    try require(records.count <= DNSMessage.recordLimit, "\(records.count) records")
    _ = ServiceQuery.services(of: ["_snapcast._tcp.local"], in: records)
  }
}
#endif

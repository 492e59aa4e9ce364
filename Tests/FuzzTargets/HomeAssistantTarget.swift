// Internal types, visible only with `-enable-testing`.
#if DEBUG || TESTABLE
@testable import Controls
import JSON

extension FuzzTarget {
  /// What a Home Assistant sends, in portions of a size that the first byte selects.
  ///
  /// If the byte is odd, frames after a good handshake, else the handshake too. Each text is read as a
  /// message.
  static let homeAssistant = FuzzTarget(name: "home-assistant", longestInput: 1500) { bytes in
    let first = bytes.first ?? 0
    let limit = 500
    var reader = WebSocketReader(
      WebSocketHandshake(key: "dGhlIHNhbXBsZSBub25jZQ=="), byteLimit: limit)
    if first % 2 == 1 {
      let accepted =
        "HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
      Array(accepted.utf8).withUnsafeBytes { reader.append($0) }
    }
    let rest = Array(bytes.dropFirst())
    let size = Int(first / 2) + 1
    var state = EntityState(state: "on")
    for start in stride(from: 0, to: rest.count, by: size) {
      rest[start..<min(start + size, rest.count)].withUnsafeBytes { reader.append($0) }
      while let message = reader.next() {
        switch message {
        case .text(let text):
          try require(text.count <= limit, "a message of \(text.count) bytes")
          try check(text, &state)
        case .long(let byteCount): try require(byteCount > 0, "a long message of no bytes")
        case .reply(let frame), .end(let frame):
          try require(frame.count <= 131, "an answer of \(frame.count) bytes")
        case .invalid(let reason):
          try require(!reason.contains(where: \.isNewline), "a reason of several lines")
          return
        }
      }
      try require(
        reader.heldByteCount <= limit + size + WebSocketHandshake.answerByteLimit,
        "\(reader.heldByteCount) bytes held")
    }
  }

  /// The lists of a Home Assistant, for a new panel, as a JSON object.
  static let house = FuzzTarget(name: "house", longestInput: 3000) { bytes in
    guard let json = JSONValue(parsing: bytes, readsNonFiniteAsNull: true) else { return }
    let house = HomeAssistantHouse(
      configuration: json["configuration"] ?? .null, areas: json["areas"] ?? .null,
      devices: json["devices"] ?? .null, entities: json["entities"] ?? .null,
      states: json["states"] ?? .null)
    let names = Set(house.areas.filter(\.isUsable).map(\.name)).sorted()
    let room: HomeAssistantRoom
    do throws(HomeAssistantObstacle) { room = try house.room(of: names) } catch {
      // Two areas may have one name, of which the first has nothing.
      try require(!error.reason.contains(where: \.isNewline), "a reason of several lines")
      return
    }
    try require(room.items.contains { $0.kind == .knob }, "a room without a knob")
    for item in room.items {
      try require(EntityFeature.isID(item.entity), "an ID that is none")
      try require(isLine(item.name, upTo: HomeAssistantItem.nameLimit + 255), "a name of lines")
      for key in item.keys { try require(isLine(key, upTo: 80), "a key of lines: \(key)") }
    }
    for area in room.areas { try require(isLine(area, upTo: 100), "an area of lines") }
  }

  private static func isLine(_ text: String, upTo limit: Int) -> Bool {
    let scalars = text.unicodeScalars
    return (1...limit).contains(scalars.count)
      && !scalars.contains {
        $0.properties.generalCategory == .control || $0.properties.generalCategory == .lineSeparator
          || $0.properties.isNoncharacterCodePoint
      }
  }

  private static func check(_ text: [UInt8], _ state: inout EntityState) throws {
    let wanted = HomeAssistantMessage.Wanted(
      entities: ["light.a"], attributes: ["brightness", "source", "source_list", "min", "max"],
      missing: ["light.b"])
    switch HomeAssistantMessage.read(text, wanted) {
    case .changes(_, let changes):
      if let added = changes.added["light.a"] { state = added }
      if let change = changes.changed["light.a"] { state.apply(change) }
      try require(state.attributes.count <= 5, "\(state.attributes.count) attributes")
      try require(state.texts("source_list").count <= EntityState.listLimit, "a list too long")
      let settings = HomeAssistantSettings(
        entity: "light.a", feature: .number(.brightness),
        text: ValueText(range: WireRange(lowest: 0, highest: 255)))
      let grid = EntityGrid(settings)
      grid.adopt(state)
      if case .number(let number) = settings.reading(of: state) {
        let level = grid.level(of: number)
        try require((0...1).contains(level), "a level of \(level)")
      }
    case .result(_, let refusal?, _):
      try require(!refusal.contains(where: \.isNewline), "a refusal of several lines")
    default: break
    }
  }
}
#endif

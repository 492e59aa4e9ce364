internal import JSON

/// Lines that the panel sends to programs.
enum SocketAnswer {
  /// The version of the protocol; grows when something that was true is so no more.
  static let version = 1

  /// The first line of each connection.
  static func greeting(program version: String) -> JSONValue {
    [
      "knobpanel": .string(version), "protocol": .number(Double(Self.version)),
    ]
  }

  /// The answer to a request that was carried out.
  static func done(_ id: JSONValue?, _ pairs: [(key: String, value: JSONValue)] = []) -> JSONValue {
    .object(head(id) + [("ok", true)] + pairs)
  }

  /// The answer to a request that was not.
  static func failed(_ mistake: SocketMistake) -> JSONValue {
    var pairs = head(mistake.id) + [("ok", false), ("error", .string(mistake.message))]
    if !mistake.hint.isEmpty { pairs.append(("hint", .string(mistake.hint))) }
    return .object(pairs)
  }

  /// In place of events that a program did not take in time.
  static func lost(_ count: Int) -> JSONValue {
    ["event": "lost", "count": .number(Double(count))]
  }

  private static func head(_ id: JSONValue?) -> [(key: String, value: JSONValue)] {
    id.map { [("id", $0)] } ?? []
  }
}

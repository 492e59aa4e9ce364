internal import JSON
internal import Program

/// Lines that the panel sends to programs.
enum SocketAnswer {
  /// The version of the protocol, increased by incompatible changes.
  static let version = 1

  /// The first line of each connection.
  static func greeting(program version: String) -> JSONValue {
    [
      "knobpanel": .string(version), "protocol": .number(Double(Self.version)),
    ]
  }

  /// Returns the answer to a request that succeeded.
  static func done(_ id: JSONValue?, _ pairs: [(key: String, value: JSONValue)] = []) -> JSONValue {
    .object(head(id) + [("ok", true)] + pairs)
  }

  /// Returns the answer to a request that succeeded, with the pairs of an object.
  static func done(_ id: JSONValue?, _ object: JSONValue) -> JSONValue {
    done(id, object.pairs ?? [])
  }

  /// Returns the answer to a request that failed.
  static func failed(_ id: JSONValue?, _ problem: Problem) -> JSONValue {
    var pairs = head(id) + [("ok", false), ("error", .string(problem.message))]
    if !problem.advice.isEmpty { pairs.append(("hint", .string(problem.advice))) }
    return .object(pairs)
  }

  /// Returns the line that replaces events a program did not read in time.
  static func lost(_ count: Int) -> JSONValue {
    ["event": "lost", "count": .number(Double(count))]
  }

  private static func head(_ id: JSONValue?) -> [(key: String, value: JSONValue)] {
    id.map { [("id", $0)] } ?? []
  }
}

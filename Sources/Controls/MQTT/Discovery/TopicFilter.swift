/// Topic filters with wildcards (MQTT 3.1.1, 4.7); pure functions.
enum TopicFilter {
  /// Whether a topic matches a filter, in which `+` matches any single level.
  static func matches(_ filter: String, _ topic: String) -> Bool {
    var wanted = Substring(filter).utf8
    var rest = Substring(topic).utf8
    let slash = UInt8(ascii: "/")
    while true {
      let want = wanted.prefix { $0 != slash }
      let level = rest.prefix { $0 != slash }
      guard want.elementsEqual("+".utf8) || want.elementsEqual(level) else { return false }
      wanted = wanted.dropFirst(want.count)
      rest = rest.dropFirst(level.count)
      guard wanted.popFirst() != nil else { return rest.isEmpty }
      guard rest.popFirst() != nil else { return false }
    }
  }
}

/// Topics with wildcards (MQTT 3.1.1, 4.7); pure.
enum TopicFilter {
  /// Whether a filter, in which `+` stands for any one level, stands for a topic.
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

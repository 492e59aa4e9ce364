/// The name of a mixer element in a layout, with an index if several elements have the same name.
struct ElementName: Hashable {
  var name: String
  var index: UInt32

  init(name: String, index: UInt32) {
    self.name = name
    self.index = index
  }

  /// "Master" or "PCM,1".
  init(_ text: String) {
    if let comma = text.lastIndex(of: ","),
      let index = UInt32(text[text.index(after: comma)...].drop { $0 == " " })
    {
      self.init(name: String(text[..<comma]), index: index)
    } else {
      self.init(name: text, index: 0)
    }
  }

  /// The format that `init(_:)` reads.
  var text: String {
    index == 0 ? name : "\(name),\(index)"
  }
}

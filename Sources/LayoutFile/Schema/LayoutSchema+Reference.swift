internal import Layout

extension LayoutLanguage {
  /// A picture of the reference and the name of its file.
  public struct ReferencePicture: Sendable {
    /// Without an ending, such as "knobs.arc-2".
    public var name: String
    public var picture: KeyPicture
  }

  /// Every key with what it expects and what it looks like, as tables in Markdown; pictures are
  /// files in the folder `keys`.
  public var markdown: String {
    var reference = Reference()
    reference.add(keys, path: [])
    return reference.text
  }

  /// The pictures that `markdown` shows.
  public var pictures: [ReferencePicture] {
    var reference = Reference()
    reference.add(keys, path: [])
    return reference.pictures
  }
}

/// The tables as far as they are written.
private struct Reference {
  private(set) var text = ""
  private(set) var pictures: [LayoutLanguage.ReferencePicture] = []
  /// The first place of each set of keys.
  private var places: [(keys: [String], path: [String])] = []

  mutating func add(_ keys: [KeyDescription], path: [String]) {
    places.append((keys.map(\.summary), path))
    text += "### \(path.isEmpty ? "The file" : "`\(path.joined(separator: "."))`")\n\n"
    text += "| key | expects | if left out | meaning |\n|---|---|---|---|\n"
    for key in keys { text += row(of: key, path: path) }
    for key in keys where !key.keys.isEmpty && known(key.keys) == nil {
      text += "\n"
      add(key.keys, path: path + [key.key])
    }
  }

  private mutating func row(of key: KeyDescription, path: [String]) -> String {
    let fallback = key.isRequired ? "**required**" : key.fallback.map { "`\($0)`" } ?? ""
    var meaning = Self.cell(key.summary)
    if let place = known(key.keys) {
      let name = place.joined(separator: ".")
      meaning += " Its keys are those of [`\(name)`](#\(name.filter { $0 != "." }))."
    }
    let captions = key.pictures.map { "`\(Self.cell($0.caption))`" }
    if !captions.isEmpty { meaning += "<br>" + captions.joined(separator: ", ") + "<br>" }
    for (index, picture) in key.pictures.enumerated() {
      let suffix = key.pictures.count > 1 ? "-\(index + 1)" : ""
      let name = (path + [key.key]).joined(separator: ".") + suffix
      pictures.append(.init(name: name, picture: picture))
      if index > 0 { meaning += " " }
      meaning += "<img src=\"keys/\(name).png\" alt=\"\(Self.attribute(picture.caption))\""
      meaning += ">"
    }
    return "| `\(key.key)` | \(Self.cell(key.expectation)) | \(fallback) | \(meaning) |\n"
  }

  /// Where keys that are the same have been described.
  private func known(_ keys: [KeyDescription]) -> [String]? {
    let summaries = keys.map(\.summary)
    return summaries.isEmpty ? nil : places.first { $0.keys == summaries }?.path
  }

  private static func cell(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "|" ? "\\|" : $1 == "\n" ? ", " : String($1) }
  }

  private static func attribute(_ text: String) -> String {
    text.reduce(into: "") { text, character in
      switch character {
      case "\"": text += "&quot;"
      case "<": text += "&lt;"
      case "|": text += "&#124;"
      case "\n": text += ", "
      default: text.append(character)
      }
    }
  }
}

public import LayoutFile

/// The reference of the layout language, generated from its tables.
public struct LayoutReference: Sendable {
  /// A picture of the reference, with its file name.
  public struct Picture: Sendable {
    /// Without extension, such as "knobs.arc-2".
    public var name: String
    public var picture: KeyPicture
  }

  /// Markdown tables of all keys, with their expected values and pictures; the picture files are in
  /// the folder `keys`.
  public private(set) var text = ""
  /// The pictures that the text refers to.
  public private(set) var pictures: [Picture] = []
  /// Keys that have pictures but are not in the language.
  public var unknownPictures: [String] {
    KeyPicture.all.keys.filter { !pictured.contains($0) }.sorted()
  }

  private var pictured: Set<String> = []
  /// The first path of each set of keys.
  private var described: [(keys: [String], path: [String])] = []

  /// Creates the reference.
  ///
  /// - Parameter language: The language with the keys of all back ends.
  public init(of language: LayoutLanguage) {
    add(language.keys, path: [])
  }

  private mutating func add(_ keys: [KeyDescription], path: [String]) {
    described.append((keys.map(\.summary), path))
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
    if let firstPath = known(key.keys) {
      let name = firstPath.joined(separator: ".")
      meaning += " Its keys are those of [`\(name)`](#\(name.filter { $0 != "." }))."
    }
    let keyPath = (path + [key.key]).joined(separator: ".")
    let shown = KeyPicture.all[keyPath] ?? []
    if !shown.isEmpty { pictured.insert(keyPath) }
    let captions = shown.map { "`\(Self.cell($0.caption))`" }
    if !captions.isEmpty { meaning += "<br>" + captions.joined(separator: ", ") + "<br>" }
    for (index, picture) in shown.enumerated() {
      let suffix = shown.count > 1 ? "-\(index + 1)" : ""
      let name = keyPath + suffix
      pictures.append(.init(name: name, picture: picture))
      if index > 0 { meaning += " " }
      meaning += "<img src=\"keys/\(name).png\" alt=\"\(Self.attribute(picture.caption))\""
      meaning += ">"
    }
    return "| `\(key.key)` | \(Self.cell(key.expectation)) | \(fallback) | \(meaning) |\n"
  }

  /// The path where the same keys have already been described.
  private func known(_ keys: [KeyDescription]) -> [String]? {
    let summaries = keys.map(\.summary)
    return summaries.isEmpty ? nil : described.first { $0.keys == summaries }?.path
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

import Foundation

/// Writes a Swift file with the contents of other files: `PageEmbedder OUTPUT FILE…`.
@main
struct EmbedCommand {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first else {
      throw EmbeddingError(description: "usage: PageEmbedder OUTPUT FILE…")
    }
    var text = "/// The files of the page by their names.\nlet pageFiles: [String: String] = [\n"
    for path in arguments.dropFirst() {
      let file = URL(filePath: path)
      let contents = try String(contentsOf: file, encoding: .utf8)
      // A raw string, with more `#` signs than any file has in a row.
      let quotes = "####\"\"\""
      let end = "\"\"\"####"
      guard !contents.contains(end) else {
        throw EmbeddingError(description: "\(path) contains \(end)")
      }
      text += "  \"\(file.lastPathComponent)\": \(quotes)\n\(contents)\n\(end),\n"
    }
    text += arguments.count == 1 ? "  :\n]\n" : "]\n"
    try text.write(toFile: output, atomically: true, encoding: .utf8)
  }
}

struct EmbeddingError: Error, CustomStringConvertible {
  let description: String
}

import Testing
import YAML

@Suite struct YAMLParserTests {
  private func parser(_ text: String) -> YAMLParser { YAMLParser(Array(text.utf8)[...]) }

  /// Each event in a word or two, with the range of scalars it covers.
  private func events(_ text: String) throws -> [String] {
    var parser = parser(text)
    var words: [String] = []
    repeat {
      try parser.advance()
      let anchor = parser.anchor.map { "&\($0) " } ?? ""
      let text = parser.text()
      let word =
        switch parser.step {
        case .streamStart: "start"
        case .streamEnd: "end"
        case .documentStart: "document"
        case .documentEnd: "/document"
        case .alias: "*\(parser.anchor ?? "")"
        case .scalar:
          anchor + (parser.tag.map { "\($0) " } ?? "") + (parser.isPlain ? text : "'\(text)'")
        case .sequenceStart: anchor + (parser.isFlow ? "[" : "-")
        case .mappingStart: parser.isFlow ? "{" : ":"
        case .collectionEnd: "/"
        }
      words.append("\(word) \(parser.range.lowerBound)-\(parser.range.upperBound)")
    } while parser.step != .streamEnd
    return words
  }

  @Test("Events contain their positions in scalars, not in bytes") func events() throws {
    #expect(
      try events("ä: &b [1, \"2\"]\nc: {d: *b}\ne:\n  - !!str f") == [
        "start 0-0", "document 0-0", ": 0-0", "ä 0-1", "&b [ 3-7", "1 7-8", "'2' 10-13", "/ 13-14",
        "c 15-16", "{ 18-19", "d 19-20", "*b 22-24", "/ 24-25", "e 26-27", "- 31-31",
        "tag:yaml.org,2002:str f 33-40", "/ 40-40", "/ 40-40", "/document 40-40", "end 40-40",
      ])
    #expect(try events("") == ["start 0-0", "end 0-0"])
  }

  @Test("A syntax error is reported with its line and reason") func syntaxError() throws {
    var parser = parser("a: 1\nb: [2\nc: 3\n")
    let error = #expect(throws: YAMLSyntaxError.self) {
      guard try parser.enterDocument() else { return }
      try parser.skip()
    }
    #expect(error?.line == 3)
    #expect(error?.problem == "did not find expected ',' or ']'")
    #expect(error?.context == "while parsing a flow sequence")
    #expect(error?.contextIndex == 8)
  }

  @Test("Nodes are read in place, and unread ones are skipped") func nodes() throws {
    var parser = parser("a: {b: [1, [2]], c: 3}\nd: [4, -5]\ne: long text\nf: [6]\n")
    var seen: [String] = []
    #expect(try parser.enterDocument())
    try parser.entries { key, yaml throws(YAMLSyntaxError) in
      switch key {
      case "d":
        var numbers: [Int64] = []
        try yaml.readNumbers(into: &numbers)
        seen.append("\(key) \(numbers)")
      case "e":
        seen.append("\(key) \(yaml.text(byteLimit: 4)) \(yaml.line)")
        try yaml.skip()
      case "f":
        try yaml.items { item throws(YAMLSyntaxError) in
          seen.append("\(key) \(item.text())")
          try item.skip()
        }
      default: try yaml.skip()
      }
    }
    #expect(seen == ["d [4, -5]", "e long 3", "f 6"])
    var empty = self.parser("# nothing\n")
    #expect(try !empty.enterDocument())
  }

  @Test(
    "A list with anything but numbers is empty",
    arguments: [
      ("[1, 2]", [1, 2]), ("[-9223372036854775808]", []), ("[9223372036854775807]", [.max]),
      ("[9223372036854775808]", []), ("[1, x]", []), ("[1, [2]]", []), ("[-]", []), ("7", []),
      ("{a: 1}", []), ("[0x10]", []),
    ] as [(String, [Int64])])
  func numbers(text: String, numbers: [Int64]) throws {
    var parser = parser(text)
    var read: [Int64] = [99]
    #expect(try parser.enterDocument())
    try parser.readNumbers(into: &read)
    #expect(read == numbers)
  }
}

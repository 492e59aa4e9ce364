import Randomness
import Testing

@testable import Controls

/// JSON key paths as layouts write them.
@Suite struct JSONPathTests {
  @Test(
    "Keys are separated by dots; brackets and quotes hold those that contain a dot",
    arguments: [
      ("brightness", ["brightness"]), ("color.x", ["color", "x"]), ("a.0.b", ["a", "0", "b"]),
      ("SDS0X1['PM2.5']", ["SDS0X1", "PM2.5"]), (#"SDS0X1["PM2.5"]"#, ["SDS0X1", "PM2.5"]),
      ("SDS0X1.['PM2.5']", ["SDS0X1", "PM2.5"]), ("$['SDS0X1']['PM2.5']", ["SDS0X1", "PM2.5"]),
      ("['PM2.5'].value", ["PM2.5", "value"]), (#"['it\'s']"#, ["it's"]), (#"["]"]"#, ["]"]),
      // Read as before brackets were supported.
      ("a[0]", ["a[0]"]), ("$", ["$"]), ("$.x", ["$", "x"]), ("it's", ["it's"]),
      // Errors.
      ("", nil), (".", nil), ("a..b", nil), (".a", nil), ("a.", nil), ("a['b", nil),
      ("a['b'", nil), ("a['b']c", nil), ("a['']", nil), (#"a['b"]"#, nil), (#"a['b\"#, nil),
    ] as [(String, [String]?)])
  func keys(_ text: String, _ keys: [String]?) {
    #expect(JSONPath.keys(text) == keys)
  }

  @Test("A parsed path is written so that it parses to the same keys", arguments: 0..<4)
  func anyText(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = ["a", ".", "[", "]", "'", "\"", "\\", "$", "['", "']", "PM2", "é", " "]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      guard let keys = JSONPath.keys(text) else { continue }
      #expect(!keys.isEmpty && !keys.contains(""))
      #expect(JSONPath.keys(JSONPath.text(keys)) == keys, "\(text)")
    }
  }
}

import Randomness
import Testing

@testable import JSON

@Suite struct JSONReaderTests {
  @Test("Written JSON has no control characters, not even beyond ASCII")
  func controlCharacters() {
    let codes = Array(0..<0x20) + Array(0x7F..<0xA0) + [0x2028, 0x2029]
    for scalar in codes.compactMap(Unicode.Scalar.init) {
      let text = JSONText.quoted(String(Character(scalar)))
      #expect(text.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }, "\(text)")
      #expect(JSONValue(parsing: Array(text.utf8))?.line == text)
    }
    #expect(JSONText.quoted("\u{9B}2J") == #""\u009b2J""#)
  }

  @Test("Texts with more arrays and objects than the limit are rejected") func containers() {
    func text(_ count: Int, _ container: String) -> [UInt8] {
      // One more encloses them.
      let all = [String](repeating: container, count: count - 1)
      return Array(("[" + all.joined(separator: ",") + "]").utf8)
    }
    for container in ["[]", "{}"] {
      #expect(JSONValue(parsing: text(JSONValue.containerLimit, container)) != nil)
      #expect(JSONValue(parsing: text(JSONValue.containerLimit + 1, container)) == nil)
    }
  }

  @Test(
    "Written JSON reads back unchanged",
    arguments: [
      "null", "true", "false", "0", "-1", "120", "0.5", "\"\"", "\"a\"", "[]", "{}",
      "[1, [2, {\"a\": null}], \"b\"]", "{\"state\": \"ON\", \"color\": {\"x\": 0.5}}",
    ]) func roundTrips(_ text: String)
  {
    #expect(JSONValue(parsing: Array(text.utf8))?.line == text)
  }

  @Test(
    "Numbers, escapes and whitespace are read",
    arguments: [
      (" 1 ", "1"), ("1.0", "1"), ("1e2", "100"), ("1E+2", "100"), ("-1.5e-1", "-0.15"),
      ("\r\n\t[ 1 ,2 ]", "[1, 2]"), ("{ \"a\" : 1 }", "{\"a\": 1}"),
      (#""\u00e4\n\/\"""#, "\"ä\\n/\\\"\""), (#""\ud83d\ude00""#, "\"😀\""),
      // An unpaired surrogate.
      (#""\ud83d!""#, "\"\u{FFFD}!\""), (#""\ud83d\u0041""#, "\"\u{FFFD}A\""),
      (#""\ude00""#, "\"\u{FFFD}\""), (#"{"a": 1, "a": 2}"#, "{\"a\": 1, \"a\": 2}"),
    ]) func reads(_ text: String, _ line: String)
  {
    #expect(JSONValue(parsing: Array(text.utf8))?.line == line)
  }

  @Test(
    "Invalid JSON is rejected",
    arguments: [
      "", " ", "nul", "True", "01", "-", "1.", ".5", "+1", "1e", "0x10", "NaN", "Infinity", "1e999",
      "1 2", "[1", "[1,", "[1,]", "[,]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}",
      "{a: 1}", "{1: 2}", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\u\u{661}111\"",
      "\"\n\"", "'a'", "[1] x", "//", "\u{FEFF}1",
    ]) func rejects(_ text: String)
  {
    #expect(JSONValue(parsing: Array(text.utf8)) == nil)
  }

  @Test("Bytes that are not UTF-8 are rejected") func latin() {
    #expect(JSONValue(parsing: [0x22, 0xE4, 0x22]) == nil)
    #expect(JSONValue(parsing: [0xFF, 0xFE]) == nil)
  }

  @Test("Deep nesting is rejected without exhausting the stack") func deep() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(JSONValue(parsing: nested(64)) != nil)
    #expect(JSONValue(parsing: nested(65)) == nil)
    #expect(JSONValue(parsing: nested(1_000_000)) == nil)
    #expect(JSONValue(parsing: Array(String(repeating: "{\"a\":", count: 1000).utf8)) == nil)
  }

  @Test("Members are found by key or index; the last of two equal keys wins") func members() {
    let value = JSONValue(parsing: Array(#"{"a": [1, {"b": 2}], "c": 3, "c": 4}"#.utf8))
    #expect(value?["a"]?["1"]?["b"]?.line == "2")
    #expect(value?["c"]?.line == "4")
    for key in ["b", "0", ""] { #expect(value?[key] == nil, "\(key)") }
    for key in ["2", "-1", "b", "99999999999999999999"] {
      #expect(value?["a"]?[key] == nil, "\(key)")
    }
  }

  @Test("Arbitrary bytes are read as JSON or rejected", arguments: 0..<8) func anything(_ seed: Int)
  {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = Array(#"{}[]",:\u0dDe+-.1 truefalsn"#.utf8) + [0x00, 0x80, 0xC3, 0xFF]
    var readable = 0
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? 0
      }
      guard let value = JSONValue(parsing: bytes) else { continue }
      readable += 1
      // What was read can be written and read again.
      #expect(JSONValue(parsing: Array(value.line.utf8))?.line == value.line)
    }
    #expect(readable > 0)
  }
}

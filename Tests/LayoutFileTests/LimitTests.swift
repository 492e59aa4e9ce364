import Testing

import Layout
@testable import LayoutFile

/// Values at each limit are accepted, and those above it are rejected.
@Suite struct LimitTests {
  @Test("A layout has at most 1024 knobs", arguments: [(1024, true), (1025, false)]) func knobs(
    count: Int, isGood: Bool
  ) {
    let knobs = (0..<count).map { "  k\($0): {center: [\($0 * 60), 240], diameter: 50}\n" }.joined()
    let outcome = parse("version: 1\npanel: {size: [16000, 480]}\nknobs:\n\(knobs)")
    #expect((outcome.layout?.knobs.count == count) == isGood)
    #expect(outcome.text.contains("there are 1025 knobs; the limit is 1024") == !isGood)
  }

  @Test("A layout has at most 256 labels", arguments: [(256, true), (257, false)]) func labels(
    count: Int, isGood: Bool
  ) {
    let labels = String(repeating: "  - {text: A, at: [1, 2]}\n", count: count)
    let outcome = parse("version: 1\nknobs: {}\nlabels:\n\(labels)")
    #expect((outcome.layout?.labels.count == count) == isGood)
    #expect(outcome.text.contains("has 257 labels; it must have at most 256") == !isGood)
  }

  @Test("A name has at most 200 characters", arguments: [(200, true), (201, false)])
  func name(count: Int, isGood: Bool) {
    let name = String(repeating: "ä", count: count)
    let outcome = parse("version: 1\nknobs: {k: {center: [400, 240], diameter: 50, name: \(name)}}")
    #expect((outcome.layout?.knobs.first?.name == name) == isGood)
    #expect(outcome.text.contains("has 201 characters; the limit is 200") == !isGood)
  }

  @Test("Values nest at most 64 levels deep", arguments: [(62, true), (63, false)]) func levels(
    count: Int, isGood: Bool
  ) {
    let lists = String(repeating: "[", count: count) + String(repeating: "]", count: count)
    let outcome = parse("version: 1\nknobs: {k: \(lists)}")
    #expect(outcome.text.contains("nested deeper than 64 levels") == !isGood)
  }

  @Test("A layout file has at most the limit of bytes", arguments: [(0, true), (1, false)])
  func bytes(more: Int, isGood: Bool) {
    let start = "version: 1\nknobs: {}\n#"
    let comment = String(repeating: "x", count: LayoutReader.byteLimit - start.utf8.count + more)
    #expect((parse(start + comment).layout != nil) == isGood)
  }

  @Test("Aliases expand to at most 10000 values", arguments: [(9, true), (10, false)])
  func aliases(count: Int, isGood: Bool) {
    // A list of 999 values weighs 1000; each alias of it counts in full.
    let list = "[" + String(repeating: "x,", count: 999) + "]"
    let uses = "[" + String(repeating: "*a,", count: count) + "*b]"
    let outcome = parse("a: &a \(list)\nb: &b x\nc: \(uses)\n")
    #expect(outcome.text.contains("expand to more than 10000 values") == !isGood)
  }
}

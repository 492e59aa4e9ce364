import Testing

/// An element that is declared but not visited is never drawn.
@Suite struct DrawStateTests {
  @Test(arguments: ["KnobElements", "SkinElements"])
  func eachElementIsVisitedOnce(drawState: String) throws {
    let file = try #require(SourceTree.files.first { $0.name == drawState })
    let text = file.lines.joined(separator: "\n")
    let declared = text.matches(of: /\n  let (\w+)(?:: | = )\w+Element\b/).map { $0.1 }
    // Visited together with the same element of the previous state.
    let visited = text.matches(of: /visitor\.visit\((\w+), old: old\.\1,/).map { $0.1 }
    #expect(declared.count > 10)
    #expect(visited.sorted() == declared.sorted())
    #expect(text.matches(of: /visitor\.visit\(/).count == visited.count)
  }
}

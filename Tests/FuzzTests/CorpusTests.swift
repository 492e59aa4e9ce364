import FuzzTargets
import Testing

/// The inputs that `make fuzz` collected: each found a defect once, or a path through the code.
@Suite struct CorpusTests {
  private static let folder =
    #filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex) + "/Corpora"

  @Test("Inputs are read without a trap, and what must hold does", arguments: FuzzTarget.all)
  func corpus(of target: FuzzTarget) throws {
    let files = Corpus.files(in: "\(Self.folder)/\(target.name)")
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try #require(Corpus.read(file))
      #expect(throws: Never.self, "\(file)") { try target.run(bytes) }
    }
  }

  @Test("Each folder of inputs belongs to a target")
  func folders() {
    let names = Corpus.files(in: String(Self.folder)).compactMap { $0.split(separator: "/").last }
    #expect(names.map(String.init) == FuzzTarget.all.map(\.name).sorted())
  }
}

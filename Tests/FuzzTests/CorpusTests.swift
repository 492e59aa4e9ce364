import FuzzTargets
import Linux
import Testing

/// The inputs that `make fuzz` collected; each once found a defect, or a path through the code.
@Suite struct CorpusTests {
  private static let folder =
    #filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex) + "/Corpora"

  @Test("Inputs never trap and keep all invariants", arguments: FuzzTarget.all)
  func corpus(of target: FuzzTarget) throws {
    let folder = "\(Self.folder)/\(target.name)"
    let files = Folder.names(folder)
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try WholeFile.read("\(folder)/\(file)", limit: 1 << 20)
      #expect(throws: Never.self, "\(file)") { try target.run(bytes) }
    }
  }

  @Test("Each folder of inputs belongs to a target")
  func folders() {
    #expect(Folder.names(String(Self.folder)) == FuzzTarget.all.map(\.name).sorted())
  }
}

import Testing

import Diagnostics
import Layout
@testable import LayoutFile

/// A case for each common error, with the exact diagnostics.
///
/// `RECORD=1 swift test --filter LayoutFileTests` records the current diagnostics; review them
/// before you commit.
@Suite struct ErrorCaseTests {
  static let folder = TestFolder.path + "/Bad"
  /// Included files are in subfolders of `Bad`.
  static let environment: LayoutEnvironment = {
    var environment = TestAssets.environment
    environment.readFile = { path, limit in
      guard let bytes = TestFolder.read("\(folder)/\(path)"), bytes.count <= limit else {
        return .failure(UnreadableFile(reason: "\(path): No such file or directory"))
      }
      return .success(bytes)
    }
    return environment
  }()

  /// As in the folder; with `RECORD=1`, as recorded now.
  private static let files: [CaseFile] = TestFolder.names(in: folder, ending: ".cases").map {
    let path = "\(folder)/\($0).cases"
    var file = CaseFile(path: path, TestFolder.read(path) ?? [])
    guard TestFolder.isRecording else { return file }
    for index in file.cases.indices {
      file.cases[index].expected = outcome(of: file.cases[index]).text
    }
    TestFolder.write(file.text, to: path)
    return file
  }

  /// Sorted by name.
  static let cases = files.flatMap(\.cases).sorted { $0.name < $1.name }

  private static func outcome(of row: ErrorCase) -> LayoutReader.Outcome {
    LayoutReader.parse(bytes: row.bytes, path: "\(row.name).yaml", environment: environment)
  }

  @Test("The collection of errors is large enough, and their names are unique") func count() {
    #expect(Self.cases.count >= 431)
    #expect(Set(Self.cases.map(\.name)).count == Self.cases.count)
  }

  @Test("Case files read back unchanged", arguments: files.map(\.path))
  func caseFilesReadBackUnchanged(path: String) throws {
    let bytes = try #require(TestFolder.read(path))
    #expect(CaseFile(path: path, bytes).text == String(decoding: bytes, as: UTF8.self))
  }

  @Test(arguments: cases) func diagnosticsMatch(_ row: ErrorCase) throws {
    let outcome = Self.outcome(of: row)
    #expect(outcome.text == row.expected, "record it with RECORD=1")
    #expect(!outcome.diagnostics.isEmpty)
    let hasErrors = outcome.diagnostics.contains { $0.severity == .error }
    #expect((outcome.layout == nil) == hasErrors)
    #expect(row.name.hasPrefix("warning-") == !hasErrors)
  }
}

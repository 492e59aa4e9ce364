import Testing

import Diagnostics
import Layout
@testable import LayoutFile

/// One file for each mistake a person makes, with exactly what is said about it beside it.
///
/// `RECORD=1 swift test --filter LayoutFileTests` writes what is said now; read it before you commit it.
@Suite struct MistakeTests {
  static let folder = TestFolder.path + "/Bad"
  /// What files include lies in folders of this one.
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
  static let names = TestFolder.names(in: folder, ending: ".yaml")

  @Test("Enough mistakes are collected") func count() {
    #expect(Self.names.count >= 60)
  }

  @Test(arguments: names) func says(_ name: String) throws {
    let bytes = try #require(TestFolder.read("\(Self.folder)/\(name).yaml"))
    let outcome = LayoutReader.parse(
      bytes: bytes, path: "\(name).yaml", environment: Self.environment)
    let expectedPath = "\(Self.folder)/\(name).expected"
    if TestFolder.isRecording { TestFolder.write(outcome.text, to: expectedPath) }
    let expected = try #require(TestFolder.read(expectedPath), "record it with RECORD=1")
    #expect(outcome.text == String(decoding: expected, as: UTF8.self))

    #expect(!outcome.diagnostics.isEmpty)
    let hasErrors = outcome.diagnostics.contains { $0.severity == .error }
    #expect((outcome.layout == nil) == hasErrors)
    #expect(name.hasPrefix("warning-") == !hasErrors)
  }

  @Test("No expectation is left behind by a file that is gone") func strays() {
    #expect(TestFolder.names(in: Self.folder, ending: ".expected") == Self.names)
  }
}

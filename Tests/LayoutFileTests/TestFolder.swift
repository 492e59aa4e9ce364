import Controls
import Glibc
import Testing

import Diagnostics
import Layout
@testable import LayoutFile

/// Files beside the tests.
enum TestFolder {
  static let path = String(
    #filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex))
  static let layouts = path + "/../../layouts"
  static let isRecording = getenv("RECORD").map { String(cString: $0) } == "1"

  static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else {
      Issue.record("cannot write \(path)")
      return
    }
    fputs(text, file)
    fclose(file)
  }

  /// Sorted names of the files in a folder with an extension, without it.
  static func names(in folder: String, ending: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(ending) { names.append(String(name.dropLast(ending.count))) }
    }
    return names.sorted()
  }
}

/// Parses a layout file as `test.yaml`.
func parse(
  _ text: String, environment: LayoutEnvironment = LayoutEnvironment()
) -> LayoutReader.Outcome {
  LayoutReader.parse(bytes: Array(text.utf8), path: "test.yaml", environment: environment)
}

/// The only knob of a layout; `lines` are its keys besides its position.
func knob(
  _ lines: String..., environment: LayoutEnvironment = LayoutEnvironment(),
  _ location: Testing.SourceLocation = #_sourceLocation
) throws -> KnobLayout {
  let text =
    "version: 1\nknobs:\n  k:\n    center: [400, 240]\n    diameter: 300\n"
    + lines.map { "    \($0)\n" }.joined()
  let outcome = parse(text, environment: environment)
  #expect(outcome.text == "", sourceLocation: location)
  return try #require(outcome.layout?.knobs.first, sourceLocation: location)
}

extension LayoutReader {
  /// Parses a layout with all back ends of knobpanel.
  static func parse(
    bytes: [UInt8], path: String, environment: LayoutEnvironment = LayoutEnvironment()
  ) -> Outcome {
    parse(
      bytes: bytes, path: path, environment: environment,
      language: ControlRegistry.standard.language)
  }
}

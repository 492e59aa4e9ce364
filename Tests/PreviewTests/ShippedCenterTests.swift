import Controls
import Diagnostics
import Foundation
import Gesture
import Layout
import LayoutFile
import Linux
import PanelApplication
import Testing

@testable import Preview

/// Moving each knob of the shipped layouts.
@Suite struct ShippedCenterTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "layouts")
  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { $0.hasSuffix(".yaml") }.sorted() ?? []

  private func layout(_ path: String, saying text: String? = nil) throws -> LayoutDocument {
    let outcome = try Files.read(
      path, for: nil, sources: LayoutSources(text.map { [path: Array($0.utf8)] } ?? [:]))
    return try #require(outcome.layout, "\(outcome.text)")
  }

  @Test(
    "A moved knob is at its new position, and nothing else changes", arguments: names)
  func moves(name: String) throws {
    let path = Self.folder.appending(path: name).path
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let layout = try layout(path)
    let file = CenterText(text)
    for (index, knob) in layout.knobs.enumerated() where file.hasCenter(at: knob.location) {
      let new = (x: knob.center.x + 7, y: knob.center.y - 5)
      let moved = try file.moving(
        at: knob.location, from: (knob.center.x, knob.center.y), to: new,
        panelSize: (layout.panel.width, layout.panel.height))
      let result = try self.layout(path, saying: moved)
      #expect(result.knobs.map(\.id) == layout.knobs.map(\.id))
      for (other, (old, now)) in zip(layout.knobs, result.knobs).enumerated() {
        let expected = other == index ? new : (x: old.center.x, y: old.center.y)
        let limit = other == index ? 1.0 : 0
        #expect(abs(now.center.x - expected.x) <= limit && abs(now.center.y - expected.y) <= limit)
      }
      // The difference is within one or two lines, and only in digits.
      let marks: Set<Character> = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "-"]
      #expect(text.filter { !marks.contains($0) } == moved.filter { !marks.contains($0) })
      let pairs = zip(
        text.split(separator: "\n", omittingEmptySubsequences: false),
        moved.split(separator: "\n", omittingEmptySubsequences: false))
      #expect((1...2).contains(pairs.count { $0 != $1 }))
      // Moving it back restores the text.
      let back = try CenterText(moved).moving(
        at: knob.location, from: new, to: (knob.center.x, knob.center.y),
        panelSize: (layout.panel.width, layout.panel.height))
      #expect(back == text)
    }
  }

  @Test("Some knobs can be moved") func some() throws {
    let path = Self.folder.appending(path: "volume.yaml").path
    let file = CenterText(try String(contentsOfFile: path, encoding: .utf8))
    #expect(try layout(path).knobs.contains { file.hasCenter(at: $0.location) })
  }
}

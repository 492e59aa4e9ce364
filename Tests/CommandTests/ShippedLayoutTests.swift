import Foundation
import Layout
import LayoutFile
import Raster
import Testing

@testable import PanelApplication
@testable import knobpanel

/// The shipped layouts, as their users get them.
@Suite struct ShippedLayoutTests {
  private static let folder = Knobpanel.project.appending(path: "layouts")
  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { $0.hasSuffix(".yaml") }.sorted() ?? []

  @Test("At least eight layouts are shipped") func count() {
    #expect(Self.names.count >= 8)
  }

  @Test(
    "Each layout names its schema, its purpose and what to change", arguments: names)
  func head(name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "# yaml-language-server: $schema=knobpanel.schema.json")
    let comment = lines.dropFirst().prefix { $0.hasPrefix("#") }
    #expect(comment.count >= 3)
    #expect(comment.contains { $0.hasPrefix("# To change: ") })
  }

  @Test("`check` reports nothing about any layout, and `render` draws each", arguments: names)
  func isValid(name: String) throws {
    let file = Self.folder.appending(path: name).path
    try Knobpanel.inFolder { folder in
      let check = try Knobpanel.run(["check", file], in: folder)
      #expect(check.output == "\(file): valid\n")
      #expect(check.status == 0)
      let render = try Knobpanel.run(["render", file, "-o", "picture.png"], in: folder)
      #expect(render.errors == "")
      #expect(render.status == 0)
    }
  }

  @Test("Every theme is shown by a layout") func themes() throws {
    let layouts = try Self.names.map {
      try Files.layout(Self.folder.appending(path: $0).path)
    }
    #expect(Set(layouts.map(\.panel.theme)) == Set(PanelLayout.themes))
  }
}

import Testing

import Layout
import Raster
@testable import LayoutFile

/// Where the paths of a layout lead.
@Suite struct PathTests {
  /// Symbolic links and their targets.
  private static let links = [
    "/l/out.png": "/other/out.png", "/l/in.png": "/l/deep/in.png", "/l/deep/up.png": "/l/up.png",
    "/l/secret": "/run/secrets/mqtt", "/linked": "/l", "/l/part.yaml": "/other/part.yaml",
  ]

  private static func environment(resolves: Bool) -> LayoutEnvironment {
    var environment = LayoutEnvironment()
    if resolves {
      environment.resolvedPath = { path in
        let path = LayoutPath.normal(path == "." ? "/l" : path.hasPrefix("/") ? path : "/l/" + path)
        let folder = path.hasPrefix("/linked") ? "/l" + path.dropFirst("/linked".count) : path
        return path.contains("missing") ? nil : links[folder] ?? folder
      }
    }
    environment.readFile = { _, _ in .success(Array("panel: {background: near.png}".utf8)) }
    environment.assets = LayoutAssets(
      picture: { _ in .success(PixelSize(width: 9, height: 9)) }, font: { _ in nil },
      families: { [] })
    return environment
  }

  private static func text(
    _ lines: String, path: String, resolves: Bool = true
  ) -> String {
    LayoutReader.parse(
      bytes: Array("version: 1\nknobs: {}\n\(lines)\n".utf8), path: path,
      environment: environment(resolves: resolves)
    ).text.split(separator: "\n").first { $0.contains("warning: the path") }.map(String.init) ?? ""
  }

  @Test(
    "A path that leads out of the layout's folder is reported, unless it is absolute",
    arguments: [
      ("near.png", nil), ("deep/near.png", nil), ("./near.png", nil), ("deep/../near.png", nil),
      ("../l/near.png", nil), ("in.png", nil), ("deep/up.png", nil), ("/other/out.png", nil),
      ("/l/../x.png", nil), ("../x.png", "/x.png"), ("out.png", "/other/out.png"),
      ("../../../x.png", "/x.png"), ("../ll/x.png", "/ll/x.png"),
    ])
  func pictures(path: String, target: String?) {
    let wanted =
      target.map {
        "/l/a.yaml:3:21: warning: the path `\(path)` leads out of the folder of the layout, "
          + "to `\($0)`"
      } ?? ""
    #expect(Self.text("panel: {background: \(path)}", path: "/l/a.yaml") == wanted)
  }

  @Test("The layout's folder may be named through a link, or not at all")
  func folders() {
    for layout in ["/linked/a.yaml", "a.yaml", "/l/../l/a.yaml"] {
      #expect(Self.text("panel: {background: near.png}", path: layout) == "")
      #expect(Self.text("panel: {background: ../x.png}", path: layout).hasSuffix("to `/x.png`"))
    }
  }

  @Test(
    "If links cannot be resolved, paths are compared as written",
    arguments: [
      ("near.png", "a.yaml", nil), ("out.png", "/l/a.yaml", nil),
      ("../x.png", "a.yaml", "../x.png"),
      ("../x.png", "../l/a.yaml", "../x.png"), ("b/../../x.png", "l/a.yaml", "x.png"),
      ("../l/x.png", "l/a.yaml", nil), ("..", "a.yaml", ".."), ("x.png", "/a.yaml", nil),
    ])
  func asWritten(path: String, layout: String, target: String?) {
    let text = Self.text("panel: {background: \(path)}", path: layout, resolves: false)
    #expect(text.isEmpty == (target == nil))
    if let target { #expect(text.hasSuffix("to `\(target)`")) }
  }

  @Test("The path of a missing file is compared as written") func missing() {
    let lines = "panel: {font: ../missing.ttf}"
    #expect(Self.text(lines, path: "/l/a.yaml").hasSuffix("to `/missing.ttf`"))
  }

  @Test("Paths of fonts, included files and connections are checked too") func kinds() {
    func warning(_ lines: String) -> String { Self.text(lines, path: "/l/a.yaml") }
    #expect(warning("panel: {font: ../Bar.otf}").contains("3:15: warning: the path `../Bar.otf`"))
    #expect(warning("panel: {font: Bar}") == "")
    #expect(warning("include: part.yaml").hasSuffix("to `/other/part.yaml`"))
    func connection(_ keys: String) -> String {
      warning("connections: {home: {mqtt: {host: a, username: b, \(keys)}}}")
    }
    #expect(connection("password: {file: secret}").hasSuffix("to `/run/secrets/mqtt`"))
    #expect(connection("password: {file: /run/secrets/mqtt}") == "")
    #expect(connection("tls: {ca: ../ca.pem}").hasSuffix("to `/ca.pem`"))
  }

  @Test("Paths in an included file are relative to that file") func included() {
    let outcome = LayoutReader.parse(
      bytes: Array("version: 1\ninclude: /other/part.yaml\nknobs: {}\n".utf8), path: "/l/a.yaml",
      environment: Self.environment(resolves: true))
    #expect(outcome.text == "")
    #expect(outcome.layout?.panel.background?.file == "/other/near.png")
  }

  @Test("A secret that others can read is reported") func exposedSecrets() {
    var environment = Self.environment(resolves: true)
    environment.assets?.isExposed = { $0 == "/etc/open" || $0 == "/l/open.key" }
    func text(_ keys: String) -> String {
      LayoutReader.parse(
        bytes: Array(
          "version: 1\nknobs: {}\nconnections: {home: {mqtt: {host: a, username: b, \(keys)}}}".utf8
        ),
        path: "/l/a.yaml", environment: environment
      ).text
    }
    let shown = text("password: {file: /etc/open}")
    #expect(shown.contains("warning: this file holds a secret, but others can read or write it"))
    #expect(shown.contains("hint: chmod 600 /etc/open"))
    #expect(text("tls: {certificate: open.key, key: open.key}").contains("chmod 600 /l/open.key"))
    #expect(!text("tls: {certificate: open.key, key: good.key}").contains("chmod"))
    #expect(!text("password: {file: /etc/good}").contains("chmod"))
  }
}

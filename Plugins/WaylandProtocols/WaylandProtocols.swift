import Foundation
import PackagePlugin

/// Generates the Swift side of the Wayland protocols that the panel speaks, when it is built, from
/// the descriptions that Debian's `libwayland-dev` and `wayland-protocols` install.
@main
struct WaylandProtocols: BuildToolPlugin {
  private static let installed = [
    "wayland/wayland.xml",
    "wayland-protocols/stable/xdg-shell/xdg-shell.xml",
    "wayland-protocols/stable/viewporter/viewporter.xml",
    "wayland-protocols/stable/presentation-time/presentation-time.xml",
    "wayland-protocols/staging/fractional-scale/fractional-scale-v1.xml",
    "wayland-protocols/unstable/idle-inhibit/idle-inhibit-unstable-v1.xml",
    "wayland-protocols/unstable/xdg-decoration/xdg-decoration-unstable-v1.xml",
    "wayland-protocols/unstable/xdg-output/xdg-output-unstable-v1.xml",
  ]
  private static let shares = ["/usr/local/share", "/usr/share"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    var descriptions: [URL] = []
    for name in Self.installed {
      let candidates = Self.shares.map { URL(filePath: "\($0)/\(name)") }
      guard let file = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) })
      else {
        Diagnostics.error(
          "\(name) is not installed: apt-get install libwayland-dev wayland-protocols")
        return []
      }
      descriptions.append(file)
    }
    let own = target.directoryURL.appending(path: "Protocols")
    let names = try FileManager.default.contentsOfDirectory(atPath: own.path).sorted()
    descriptions += names.filter { $0.hasSuffix(".xml") }.map { own.appending(path: $0) }

    let output = context.pluginWorkDirectoryURL.appending(path: "Protocols.swift")
    return [
      .buildCommand(
        displayName: "Generating Wayland protocols",
        executable: try context.tool(named: "WaylandScanner").url,
        arguments: [output.path] + descriptions.map(\.path),
        inputFiles: descriptions,
        outputFiles: [output])
    ]
  }
}

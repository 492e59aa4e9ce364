import Foundation
import PackagePlugin

/// Generates the table of locales when the panel is built, from the Unicode CLDR data in the
/// toolchain's Foundation.
@main
struct LocaleTable: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let output = context.pluginWorkDirectoryURL.appending(path: "LocaleTable.swift")
    return [
      .buildCommand(
        displayName: "Generating the table of locales",
        executable: try context.tool(named: "LocaleTableWriter").url,
        arguments: [output.path], outputFiles: [output])
    ]
  }
}

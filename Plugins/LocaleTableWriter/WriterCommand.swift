internal import Foundation

/// `LocaleTableWriter OUTPUT.swift`: writes the locales of the Unicode CLDR, as far as a panel needs
/// them, as one Swift text.
///
/// A build tool, run by the plug-in `LocaleTable`. The data is that of the toolchain's Foundation,
/// so the same toolchain writes the same table.
@main
struct WriterCommand {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: LocaleTableWriter OUTPUT.swift\n".utf8))
      exit(2)
    }
    try Data(text.utf8).write(to: URL(filePath: CommandLine.arguments[1]))
  }

  private static var text: String {
    var lines = ""
    for line in LocaleLine.all { lines += "\n" + line }
    return """
      /// The locales, one in each line; the fields are those of `LocaleRow`.
      let localeTable: StaticString = #\"\"\"
      \(lines)

      \"\"\"#

      """
  }
}

internal import ArgumentParsing
internal import Linux
internal import Program

/// The options of `knobpanel doctor --report`.
struct ReportArguments {
  static var parameters: [Parameter<Self>] {
    [
      .flag(
        "report", \.isWanted,
        help: """
          Print one text to paste into a bug report, without names, addresses and serial numbers \
          of this machine, its network and its users.
          """),
      .option(
        "file", short: "o", \.file,
        help: "The file to write the report to; by default standard output."),
      .option(
        "layout", value: "file", \.layout,
        help: "A layout whose errors and drawing times the report includes."),
    ]
  }

  private(set) var isWanted = false
  private(set) var file: String?
  private(set) var layout: String?

  /// Writes the report to the file, or prints it.
  ///
  /// - Throws: `Problem` if the file cannot be written.
  func write(_ text: String) throws(Problem) {
    guard let file, file != "-" else {
      Output.standard.write(Array(text.utf8))
      return
    }
    do throws(SystemError) {
      try FileReplacement.write(Array(text.utf8), to: file)
    } catch {
      throw Problem("\(error)", advice: "Use a file in a writable folder.")
    }
    Output.standard.print(line: "The report is in \(file).")
  }

  /// Checks that the options fit together, and with the other outputs of the command.
  ///
  /// - Parameter other: The option for another output; nil if there is none.
  /// - Throws: `UsageError` if they exclude each other.
  func validate(beside other: String?) throws(UsageError) {
    if isWanted, let other { throw UsageError("--report and \(other) exclude each other") }
    if !isWanted, file != nil || layout != nil {
      throw UsageError("\(file != nil ? "--file" : "--layout") needs --report")
    }
  }
}

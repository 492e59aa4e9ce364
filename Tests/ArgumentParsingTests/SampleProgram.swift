@testable import ArgumentParsing

/// A program with parameters of every kind.
enum Sample {
  static let program = ProgramDescription(
    name: "tool", version: "1.2", abstract: "Does things.", discussion: "More about it.",
    commands: [DrawCommand.self, CheckCommand.self, PassCommand.self])

  /// The result of a command line, in one line: the command's values, the text, or the error.
  static func outcome(_ arguments: [String]) -> String {
    do throws(UsageError) {
      switch try program.request(arguments) {
      case .text(let text): return text.split(separator: "\n").first.map(String.init) ?? ""
      case .command(let command): return (command as? any Described)?.summary ?? ""
      }
    } catch {
      return error.message.split(separator: "\n").first.map(String.init) ?? ""
    }
  }

  /// All lines of a help text or an error.
  static func text(_ arguments: [String]) -> String {
    do throws(UsageError) {
      guard case .text(let text) = try program.request(arguments) else { return "" }
      return text
    } catch {
      return error.message
    }
  }
}

protocol Described {
  var summary: String { get }
}

struct DrawCommand: Command, Described {
  enum Turn: Int, CaseIterable, ArgumentValue {
    case none = 0
    case quarter = 90
  }

  enum Style: String, CaseIterable, ArgumentValue {
    case plain, knurled
  }

  struct Window {
    var isFull = false
    var title = "none"
  }

  static let description = CommandDescription(
    name: "draw", abstract: "Draws a file.",
    discussion: """
      A first paragraph that is so long that it does not fit into one line of eighty columns.

      A second one.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("file", \.file, help: "The file."),
      .positional("second", isRequired: false, \.second, help: "Another."),
      .option("output", short: "o", value: "path", isRequired: true, \.output, help: "Where to."),
      .option("style", \.style, help: "How."),
      .option("turn", \.turn, help: "Degrees."),
      .option("count", \.count, help: "How often.").within(1...10),
      .option("at", \.at, help: "Seconds."),
      .option("set", \.settings, help: "A setting."),
      .flag("verbose", short: "v", \.isVerbose, help: "Say more."),
      .flag("quiet", short: "q", \.isQuiet, help: "Say less."),
      .option(
        "a-rather-long-option", value: "with-a-value", \.long,
        help: "An option whose label does not fit into the left column, and whose help is long."),
    ]
      + Parameter.group(
        "Window", \.window,
        [
          .flag("full", \.isFull, help: "Fill it."),
          .option("title", \.title, help: "Its title."),
        ])
  }

  private var file = ""
  private var second = "other"
  private var output = ""
  private var style = Style.plain
  private var turn: Turn?
  private var count = 3
  private var at: Double?
  private var settings: [String] = []
  private var isVerbose = false
  private var isQuiet = false
  private var long: String?
  private var window = Window()

  func validate() throws(UsageError) {
    if isVerbose, isQuiet { throw UsageError("--verbose and --quiet exclude each other") }
  }

  func run() {}

  /// Each value that differs from its default.
  var summary: String {
    var words = ["draw", file, "to", output]
    if second != "other" { words.append("second=\(second)") }
    if style != .plain { words.append("style=\(style.rawValue)") }
    if let turn { words.append("turn=\(turn.rawValue)") }
    if count != 3 { words.append("count=\(count)") }
    if let at { words.append("at=\(at)") }
    if !settings.isEmpty { words.append("set=\(settings.joined(separator: "+"))") }
    if isVerbose { words.append("verbose") }
    if isQuiet { words.append("quiet") }
    if let long { words.append("long=\(long)") }
    if window.isFull { words.append("full") }
    if window.title != "none" { words.append("title=\(window.title)") }
    return words.joined(separator: " ")
  }
}

struct CheckCommand: Command, Described {
  static let description = CommandDescription(name: "check", abstract: "Checks files.")
  static var parameters: [Parameter<Self>] {
    [.positionals("files", \.files, help: "The files.")]
  }

  private var files: [String] = []

  func run() {}

  var summary: String { "check \(files.joined(separator: "+"))" }
}

struct PassCommand: Command, Described {
  static let description = CommandDescription(name: "pass", isListed: false)
  static var parameters: [Parameter<Self>] { [.rest("words", \.words)] }

  private var words: [String] = []

  func run() {}

  var summary: String { "pass \(words.joined(separator: "+"))" }
}

import Randomness
import Testing

@testable import ArgumentParsing

@Suite struct ReadingTests {
  struct Row: CustomTestStringConvertible {
    var arguments: [String]
    var outcome: String

    init(_ arguments: String, _ outcome: String) {
      self.arguments = arguments.split(separator: " ").map { $0 == "''" ? "" : String($0) }
      self.outcome = outcome
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(
    "Arguments are read as given",
    arguments: [
      Row("draw f -o p", "draw f to p"),
      Row("draw -o p f", "draw f to p"),
      Row("draw f --output p", "draw f to p"),
      Row("draw f --output=p", "draw f to p"),
      Row("draw f --output=a=b", "draw f to a=b"),
      Row("draw f -op", "draw f to p"),
      Row("draw f -o=p", "draw f to p"),
      Row("draw f g -o p", "draw f to p second=g"),
      Row("draw f -o p g", "draw f to p second=g"),
      Row("draw - -o -", "draw - to -"),
      Row("draw -o p -- -f", "draw -f to p"),
      Row("draw -o p -- -f --help", "draw -f to p second=--help"),
      Row("draw -o p f -- --", "draw f to p second=--"),
      Row("draw f -o p -v", "draw f to p verbose"),
      Row("draw f -vo p", "draw f to p verbose"),
      Row("draw f -vop", "draw f to p verbose"),
      Row("draw f -vvv -o p", "draw f to p verbose"),
      Row("draw f -o p --style knurled --turn 90", "draw f to p style=knurled turn=90"),
      // The last value of an option that does not repeat counts.
      Row("draw f -o p -o q --count 1 --count 2", "draw f to q count=2"),
      Row("draw f -o p --set a --set b --set=c", "draw f to p set=a+b+c"),
      Row("draw f -o p --at -1.5", "draw f to p at=-1.5"),
      Row("draw f -o p --at=-.5", "draw f to p at=-0.5"),
      Row("draw f -o p --at -.5", "draw f to p at=-0.5"),
      Row("draw f -o p --set --=", "error: missing value for --set <set>"),
      Row("draw f -o p --set=--full", "draw f to p set=--full"),
      Row("draw f -o p --title '' --full", "draw f to p full title="),
      Row("draw '' -o p", "draw  to p"),
      Row("draw check -o draw", "draw check to draw"),
      Row("check a b c", "check a+b+c"),
      Row("check a -- -b --", "check a+-b+--"),
      Row("pass", "pass "),
      Row("pass --help -x -- y", "pass --help+-x+--+y"),
    ])
  func values(row: Row) {
    #expect(Sample.outcome(row.arguments) == row.outcome)
  }

  @Test(
    "Errors suggest the likely intended word",
    arguments: [
      Row("frobnicate", "error: unknown command 'frobnicate'"),
      Row("chekc a", "error: unknown command 'chekc'; did you mean 'check'?"),
      Row("hlep", "error: unknown command 'hlep'; did you mean 'help'?"),
      Row("help drwa", "error: unknown command 'drwa'; did you mean 'draw'?"),
      // Unlisted commands are not suggested.
      Row("pas", "error: unknown command 'pas'"),
      Row("--hepl", "error: unknown option '--hepl'; did you mean '--help'?"),
      Row("-v", "error: unknown option '-v'"),
      Row("-- draw f", "error: unexpected arguments 'draw', 'f'"),
      Row("draw", "error: missing argument <file>"),
      Row("draw f", "error: missing option --output <path>"),
      Row("check", "error: missing argument <files>"),
      Row("check --", "error: missing argument <files>"),
      Row("draw f -o", "error: missing value for --output <path>"),
      Row("draw f --output", "error: missing value for --output <path>"),
      Row("draw f --output=", "error: missing value for --output <path>"),
      Row("draw f -o=", "error: missing value for --output <path>"),
      Row("draw f -o --verbose", "error: missing value for --output <path>"),
      Row("draw f -o -- p", "error: missing value for --output <path>"),
      Row("draw f g h -o p", "error: unexpected argument 'h'"),
      Row("draw f g h i -o p", "error: unexpected arguments 'h', 'i'"),
      Row("draw --verbos", "error: unknown option '--verbos'; did you mean '--verbose'?"),
      Row("draw --verbos=3", "error: unknown option '--verbos'; did you mean '--verbose'?"),
      Row("draw --Verbose", "error: unknown option '--Verbose'; did you mean '--verbose'?"),
      Row("draw --versio", "error: unknown option '--versio'; did you mean '--version'?"),
      Row("draw --zzz", "error: unknown option '--zzz'"),
      Row("draw --=x", "error: unknown option '--'"),
      Row("draw -x", "error: unknown option '-x'"),
      Row("draw -vx", "error: unknown option '-x'"),
      Row("draw -3", "error: missing option --output <path>"),
      Row("draw -verbose", "error: unknown option '-verbose'; did you mean '--verbose'?"),
      Row("draw f --verbose=3", "error: the option '--verbose' takes no value, but '3' was given"),
      Row("draw f -v=3", "error: the option '-v' takes no value, but '3' was given"),
      Row("draw --help=3", "error: the option '--help' takes no value, but '3' was given"),
      Row(
        "draw f -o p --count 0",
        "error: the value '0' is invalid for --count <count>; it must be 1 to 10"),
      Row(
        "draw f -o p --count x",
        "error: the value 'x' is invalid for --count <count>; it must be 1 to 10"),
      Row(
        "draw f -o p --style plan",
        "error: the value 'plan' is invalid for --style <style>; it must be 'plain' or 'knurled'; "
          + "did you mean 'plain'?"),
      Row(
        "draw f -o p --turn 45",
        "error: the value '45' is invalid for --turn <turn>; it must be '0' or '90'"),
      Row("draw f -o p --at nan", "error: the value 'nan' is invalid for --at <at>"),
      Row("draw f -o p --at x", "error: the value 'x' is invalid for --at <at>"),
      Row("draw f -o p -v -q", "error: --verbose and --quiet exclude each other"),
    ])
  func errors(row: Row) {
    #expect(Sample.outcome(row.arguments) == row.outcome)
  }

  @Test(
    "Help and version take precedence over all other arguments",
    arguments: [
      Row("", "OVERVIEW: Does things."), Row("--help", "OVERVIEW: Does things."),
      Row("-h", "OVERVIEW: Does things."), Row("--help draw", "OVERVIEW: Does things."),
      Row("help", "OVERVIEW: Does things."), Row("help --help", "OVERVIEW: Does things."),
      Row("help help", "OVERVIEW: Does things."), Row("--", "OVERVIEW: Does things."),
      Row("help draw", "OVERVIEW: Draws a file."), Row("help draw x", "OVERVIEW: Draws a file."),
      Row("help -v draw", "OVERVIEW: Draws a file."),
      Row("draw --help", "OVERVIEW: Draws a file."), Row("draw -h", "OVERVIEW: Draws a file."),
      Row("draw -vh", "OVERVIEW: Draws a file."),
      Row("draw --nope f g h --help", "OVERVIEW: Draws a file."),
      Row("draw --output --help", "OVERVIEW: Draws a file."),
      Row("draw --version --help", "OVERVIEW: Draws a file."),
      Row("--version", "1.2"), Row("--version draw", "1.2"), Row("draw --version", "1.2"),
      Row("check --nope --version", "1.2"),
    ])
  func texts(row: Row) {
    #expect(Sample.outcome(row.arguments) == row.outcome)
  }

  @Test("Text from the command line can neither control the terminal nor start another line")
  func controlCharacters() {
    let evil = "\u{1B}[31m\nerror: not ours\u{202E}"
    for arguments in [
      [evil], ["-\(evil)"], ["--\(evil)"], ["help", evil], ["draw", "--\(evil)"],
      ["draw", "f", "g", evil], ["draw", "f", "-o", "p", "--style", evil],
      ["draw", "f", "--verbose=\(evil)"], ["draw", "f", "-o", "p", "--count=\(evil)"],
    ] {
      let text = Sample.text(arguments)
      #expect(text.contains("<U+001B>[31m<newline>error: not ours<U+202E>"), "\(text)")
      #expect(
        !text.contains("\u{1B}") && !text.contains("\nerror: not") && !text.contains("\u{202E}"))
    }
    // Of a group of letters, only the wrong one is reported.
    #expect(Sample.outcome(["draw", "-\(evil)"]) == "error: unknown option '-<U+001B>'")
  }

  /// No input makes the reader trap, and each error message fits its format.
  @Test("Random arguments do not crash the reader", arguments: 0..<20)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "draw", "check", "pass", "help", "-", "--", "=", "-o", "--output", "--set", "--help", "-h",
      "--version", "-v", "--verbose", "--count", "--style", "f", "", " ", "\u{301}", "\u{1F469}",
      "\u{200D}", "é", "\r\n", "\u{0}", "10", "-1", ".", "9999999999999999999999", "--=", "-=",
    ]
    var kinds: Set<String> = []
    for _ in 0..<500 {
      let arguments = (0..<Int.random(in: 0...6, using: &generator)).map { index in
        let count = index == 0 && Bool.random(using: &generator) ? 1 : 3
        return (0..<Int.random(in: 1...count, using: &generator))
          .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      }
      let outcome = Sample.outcome(
        ["draw", "check", ""].randomElement(using: &generator).map {
          $0.isEmpty ? arguments : [$0] + arguments
        } ?? [])
      kinds.insert(String(outcome.prefix(6)))
    }
    // Commands, errors and help texts all occurred.
    #expect(kinds.isSuperset(of: ["error:", "OVERVI"]) && kinds.count > 3, "\(kinds)")
  }
}

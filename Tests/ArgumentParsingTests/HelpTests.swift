import Testing

@testable import ArgumentParsing

@Suite struct HelpTests {
  @Test("A program's help lists its options and commands") func program() {
    #expect(
      Sample.text([]) == """
        OVERVIEW: Does things.

        More about it.

        USAGE: tool <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          draw                    Draws a file.
          check                   Checks files.

          See 'tool help <subcommand>' for detailed help.
        """)
  }

  @Test("A command's help shows values, limits, defaults, groups and columns") func command() {
    #expect(
      Sample.text(["draw", "--help"]) == """
        OVERVIEW: Draws a file.

        A first paragraph that is so long that it does not fit into one line of eighty
        columns.

        A second one.

        USAGE: tool draw <file> [<second>] --output <path> [--style <style>]
               [--turn <turn>] [--count <count>] [--at <at>] [--set <set> ...]
               [--verbose] [--quiet] [--a-rather-long-option <with-a-value>] [--full]
               [--title <title>]

        ARGUMENTS:
          <file>                  The file.
          <second>                Another. (default: other)

        OPTIONS:
          -o, --output <path>     Where to.
          --style <style>         How. (values: plain, knurled; default: plain)
          --turn <turn>           Degrees. (values: 0, 90)
          --count <count>         How often. (1 to 10; default: 3)
          --at <at>               Seconds.
          --set <set>             A setting.
          -v, --verbose           Say more.
          -q, --quiet             Say less.
          --a-rather-long-option <with-a-value>
                                  An option whose label does not fit into the left
                                  column, and whose help is long.
          --version               Show the version.
          -h, --help              Show help information.

        WINDOW OPTIONS:
          --full                  Fill it.
          --title <title>         Its title. (default: none)
        """)
  }

  @Test("An error shows the option's help, the usage, and where to read more") func error() {
    #expect(
      Sample.text(["check"]) == """
        error: missing argument <files>
        Help:  <files>  The files.
        Usage: tool check <files> ...
          See 'tool check --help' for more information.
        """)
    #expect(
      Sample.text(["chekc"]) == """
        error: unknown command 'chekc'; did you mean 'check'?
        Usage: tool <subcommand>
          See 'tool --help' for more information.
        """)
  }

  @Test(
    "Text wraps at 80 columns",
    arguments: [
      ("", 0, "", [""]), ("a b", 0, "", ["a b"]), ("a  b ", 2, "> ", ["> a b"]),
      ("a\nb", 2, "> ", ["> a", "  b"]), ("a\n\nb", 2, "", ["a", "", "  b"]),
      (String(repeating: "x", count: 80), 0, "", [String(repeating: "x", count: 80)]),
      (
        "a " + String(repeating: "x", count: 90) + " b", 2, "",
        ["a", "  " + String(repeating: "x", count: 90), "  b"]
      ),
      (
        String(repeating: "x", count: 79) + " yy", 1, "",
        [String(repeating: "x", count: 79), " yy"]
      ),
      (
        String(repeating: "x", count: 77) + " yy", 1, "",
        [String(repeating: "x", count: 77) + " yy"]
      ),
      (
        String(repeating: "x", count: 78), 4, "label ",
        ["label", "    " + String(repeating: "x", count: 78)]
      ),
    ])
  func wrapping(text: String, indent: Int, first: String, lines: [String]) {
    #expect(TextLayout.wrapped(text, first: first, indent: indent) == lines)
  }
}

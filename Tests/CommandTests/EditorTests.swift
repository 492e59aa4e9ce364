import ChildPrograms
import Foundation
import Testing

/// Three saves in a row with each common editor or tool.
@Suite(.serialized) struct EditorTests {
  struct Editor: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Replaces `$FROM` with `$TO` in panel.yaml.
    var script: String
    /// Keys to type once the terminal shows a text; `$FROM` and `$TO` in `keys` are the values.
    var typed: [(shown: String, keys: String)] = []
  }

  @Test(arguments: [
    Editor(
      testDescription: "vim",
      script: "vim -u NONE -N -n -es -c \"%s/value: $FROM/value: $TO/\" -c wq panel.yaml"),
    Editor(
      testDescription: "vim with a backup and a swap file",
      script: """
        vim -u NONE -N -es -c 'set backup writebackup backupcopy=no swapfile' \
          -c \"%s/value: $FROM/value: $TO/\" -c wq panel.yaml
        """),
    Editor(
      testDescription: "nano",
      script: "TERM=xterm LINES=24 COLUMNS=80 nano --ignorercfiles panel.yaml",
      // Alt-R with its prompts, Ctrl-S, Ctrl-X; nano draws only the changed part of a text.
      typed: [
        ("Read 3 lines", "\u{1B}r"), ("to replace", "value: $FROM\r"),
        ("Replace with", "value: $TO\r"), ("this instance", "A"),
        ("Replaced 1 occurrence", "\u{13}"), ("Wrote 3 lines", "\u{18}"),
      ]),
    Editor(
      testDescription: "emacs",
      script: """
        emacs --batch --quick panel.yaml --eval \
          "(progn (perform-replace \\"value: $FROM\\" \\"value: $TO\\" nil nil nil) (save-buffer))" \
          2>/dev/null
        """),
    Editor(testDescription: "sed", script: "sed -i \"s/value: $FROM/value: $TO/\" panel.yaml"),
    Editor(
      testDescription: "cp",
      script: "sed \"s/value: $FROM/value: $TO/\" panel.yaml >new && cp new panel.yaml"),
    Editor(
      testDescription: "mv",
      script: "sed \"s/value: $FROM/value: $TO/\" panel.yaml >new && mv new panel.yaml"),
    Editor(
      testDescription: "rsync",
      script: """
        mkdir -p from && sed "s/value: $FROM/value: $TO/" panel.yaml >from/panel.yaml &&
          rsync --checksum from/panel.yaml panel.yaml
        """),
    Editor(
      testDescription: "the shell",
      script: "text=$(sed \"s/value: $FROM/value: $TO/\" panel.yaml) && echo \"$text\" >panel.yaml"),
  ])
  func threeSaves(_ editor: Editor) throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(RunningPanel.text(value: 10), in: folder)
      for value in 11...13 {
        try save(from: value - 1, to: value, with: editor, in: folder)
        try panel.waitForValue(value)
      }
      // Each value once, and no half-written file in between.
      #expect(panel.events == (11...13).map { "a remote \($0)" })
      #expect(!panel.log.contains("error: panel.yaml"), "\(panel.log)")
    }
  }

  private func save(from: Int, to: Int, with editor: Editor, in folder: URL) throws {
    let variables = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "FROM": "\(from)", "TO": "\(to)",
    ]
    let terminal = try UnreadOutput(.terminal, isFull: false)
    let number = terminal.writer.fileDescriptor
    let isTyped = !editor.typed.isEmpty
    let shell = try ChildProgram(
      ["/bin/sh", "-ec", editor.script], environment: variables, in: folder.path,
      input: isTyped ? number : nil, output: isTyped ? number : nil)
    for (shown, keys) in editor.typed {
      try terminal.drain(until: shown)
      terminal.type(keys.replacing("$FROM", with: "\(from)").replacing("$TO", with: "\(to)"))
    }
    #expect(try shell.waitForEnd() == 0)
  }
}

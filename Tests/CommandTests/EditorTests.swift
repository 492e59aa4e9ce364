import Foundation
import Testing

/// Ten saves in a row with each of the programs that people save layouts with.
@Suite(.serialized) struct EditorTests {
  struct Editor: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Turns `$FROM` into `$TO` in panel.yaml.
    var script: String
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
      // Alt-R with its questions, Ctrl-S, Ctrl-X, typed as slowly as a person would.
      testDescription: "nano",
      script: """
        { sleep 0.3; printf '\\034'; sleep 0.1; printf 'value: %s\\r' $FROM; sleep 0.1
          printf 'value: %s\\r' $TO; sleep 0.1; printf 'A'; sleep 0.1; printf '\\017\\r'; sleep 0.2
          printf '\\030'; sleep 0.1; } |
          TERM=xterm script -qec 'nano --ignorercfiles panel.yaml' /dev/null >/dev/null
        """),
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
  func tenSaves(_ editor: Editor) throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(RunningPanel.text(value: 10), in: folder)
      for save in 1...10 {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-ec", editor.script]
        shell.currentDirectoryURL = folder
        shell.environment = [
          "PATH": "/usr/bin:/bin", "HOME": folder.path, "FROM": "\(9 + save)", "TO": "\(10 + save)",
        ]
        shell.standardInput = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        try panel.waitForValue(10 + save)
      }
      // Each of them once, and no glimpse of a file that was only half there.
      #expect(panel.events == (11...20).map { "a remote \($0)" })
      #expect(!panel.log.contains("error: panel.yaml"), "\(panel.log)")
    }
  }
}

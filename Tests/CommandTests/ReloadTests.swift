import Foundation
import Testing

/// How a running panel handles changes of its layout file.
@Suite struct ReloadTests {
  private func inFolder(_ body: (URL) throws -> Void) throws { try Knobpanel.inFolder(body) }

  @Test("an invalid save is reported and changes nothing, and the next valid one is shown")
  func badSave() throws {
    try inFolder { folder in
      let panel = try RunningPanel(RunningPanel.text(value: 10), in: folder)
      try Data("version: 1\nknobs:\n  a: {centre: [1, 1]}\n".utf8).write(to: panel.layout)
      try panel.wait("the error") { $0.contains("panel.yaml:3:7: error: a knob has no key") }
      #expect(panel.events.isEmpty)
      try Data(RunningPanel.text(value: 30).utf8).write(to: panel.layout)
      try panel.waitForValue(30)
    }
  }

  @Test("overlapping texts are reported by `check`, but not when a panel starts")
  func overlappingTexts() throws {
    let text = """
      version: 1
      panel: {size: [400, 240], look: {name: {fit: cut}}}
      knobs:
        a: {name: A very long name of a room, center: [60, 100], diameter: 100}
        b: {name: Another quite long name, center: [175, 100], diameter: 100}
      """
    try inFolder { folder in
      let panel = try RunningPanel(text, in: folder)
      #expect(!panel.log.contains("overlap"), "\(panel.log)")
      let outcome = try Knobpanel.run(["check", panel.layout.path], in: folder)
      #expect((outcome.output + outcome.errors).contains("overlap"))
    }
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: String
    var says: String
  }

  @Test(
    "an invalid layout file is reported and does no harm",
    arguments: [
      Bad(testDescription: "empty", script: ": >panel.yaml", says: "error: this layout is empty"),
      Bad(
        testDescription: "a directory", script: "rm panel.yaml; mkdir panel.yaml",
        says: "it is a directory, not a file"),
      Bad(
        testDescription: "10 MB", script: "head -c 10000000 /dev/zero | tr '\\0' '#' >panel.yaml",
        says: "10000000 bytes"),
      Bad(
        testDescription: "removed", script: "rm panel.yaml",
        says: "panel.yaml there is no such file"),
      Bad(
        testDescription: "an unknown sound card",
        script: """
          printf 'version: 1\\nknobs:\\n  a: {center: [400, 240], diameter: 300, control: {alsa: \
          {card: Nowhere, element: Master}}}\\n' >panel.yaml
          """, says: "reloaded"),
    ])
  func invalidLayouts(_ bad: Bad) throws {
    try inFolder { folder in
      let panel = try RunningPanel(RunningPanel.text(value: 10), in: folder)
      try shell(bad.script, in: folder)
      try panel.wait(bad.says) { $0.contains(bad.says) }
      try shell("rm -rf panel.yaml", in: folder)
      let count = panel.reloadCount
      try Data(RunningPanel.text(value: 30).utf8).write(to: panel.layout)
      try panel.wait("the next valid one") { _ in panel.reloadCount > count }
    }
  }

  @Test("a file that is written continuously is still read")
  func continuousWrites() throws {
    try inFolder { folder in
      let panel = try RunningPanel(RunningPanel.text(value: 10), in: folder)
      // Each save changes the folder, after which the test saves again.
      try panel.wait("value 30") { _ in
        try panel.save(value: 30)
        return panel.events.last == "a remote 30"
      }
    }
  }

  struct Deployment: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: String
    var after: String
  }

  @Test(
    "any part of the path to the file may change",
    arguments: [
      Deployment(
        testDescription: "a link's target is written",
        before: "mkdir far; mv panel.yaml far/real.yaml; ln -s far/real.yaml panel.yaml",
        after: "sed -i s/10/30/ far/real.yaml"),
      Deployment(
        testDescription: "a link is set to another file",
        before: "mkdir far; mv panel.yaml far/1.yaml; ln -s far/1.yaml panel.yaml",
        after: "sed s/10/30/ far/1.yaml >far/2.yaml; ln -s far/2.yaml new; mv -T new panel.yaml"),
      Deployment(
        testDescription: "..data is swapped",
        before: """
          mkdir ..1; mv panel.yaml ..1; ln -s ..1 ..data; ln -s ..data/panel.yaml panel.yaml
          """,
        after: """
          mkdir ..2; sed s/10/30/ ..1/panel.yaml >..2/panel.yaml; ln -s ..2 ..new
          mv -T ..new ..data; rm -r ..1
          """),
      Deployment(
        testDescription: "a folder of the path is a link that is changed",
        before: "mkdir one; mv panel.yaml one; ln -s one now; ln -s now/panel.yaml panel.yaml",
        after: "mkdir two; sed s/10/30/ one/panel.yaml >two/panel.yaml; ln -sfn two now"),
      Deployment(
        testDescription: "the folder is moved away and replaced",
        before: "mkdir one; mv panel.yaml one; ln -s one/panel.yaml panel.yaml",
        after: "cp -r one two; sed -i s/10/30/ two/panel.yaml; mv one old; mv two one"),
    ])
  func ways(_ deployment: Deployment) throws {
    try inFolder { folder in
      let text = RunningPanel.text(value: 10)
      try Data(text.utf8).write(to: folder.appending(path: "panel.yaml"))
      try shell(deployment.before, in: folder)
      let panel = try RunningPanel(nil, in: folder)
      try shell(deployment.after, in: folder)
      try panel.waitForValue(30)
      // It is followed at its new location, too.
      try shell(
        "cp --remove-destination panel.yaml new; sed 's/value: 30/value: 50/' new >panel.yaml",
        in: folder)
      try panel.waitForValue(50)
    }
  }

  @Test("an included file is followed in its folder, with everything that it includes")
  func includes() throws {
    try inFolder { folder in
      let inner = RunningPanel.text(value: 10)
      try shell("mkdir parts", in: folder)
      try Data(inner.utf8).write(to: folder.appending(path: "parts/inner.yaml"))
      try Data("include: inner.yaml\n".utf8).write(to: folder.appending(path: "parts/outer.yaml"))
      let panel = try RunningPanel("version: 1\ninclude: parts/outer.yaml\n", in: folder)
      try shell("sed -i s/10/30/ parts/inner.yaml", in: folder)
      try panel.waitForValue(30)
      try shell(
        "sed 's/value: 30/nonsense: 1/' parts/inner.yaml >new; mv new parts/inner.yaml", in: folder)
      try panel.wait("the error") {
        $0.contains("parts/inner.yaml:3:42: error: a knob has no key")
      }
      // A file that is included later is followed, too.
      try Data(RunningPanel.text(value: 40).utf8).write(
        to: folder.appending(path: "parts/other.yaml"))
      try shell("echo 'include: other.yaml' >parts/outer.yaml", in: folder)
      try panel.waitForValue(40)
      try shell("sed -i 's/value: 40/value: 50/' parts/other.yaml", in: folder)
      try panel.waitForValue(50)
    }
  }

  @Test("a replaced picture is shown, and one that appears late repairs the layout")
  func pictures() throws {
    try inFolder { folder in
      let skin = Knobpanel.project.appending(path: "layouts/skin").path
      let text = RunningPanel.text(value: 10) + "images: [{file: art/plate.png, at: [0, 0]}]\n"
      try shell("mkdir art; cp \(skin)/wood.png art/plate.png", in: folder)
      let panel = try RunningPanel(text, in: folder)
      try shell("cp \(skin)/cap.png art/plate.png", in: folder)
      try panel.wait("the other picture") { $0.contains("panel.yaml: reloaded") }
      try shell("sed -i s/plate/other/ panel.yaml", in: folder)
      try panel.wait("the missing one") { $0.contains("art/other.png") }
      try shell("cp \(skin)/cap.png art/other.png", in: folder)
      try panel.wait("it came") { _ in panel.reloadCount == 2 }
    }
  }

  @Test("a panel starts with an invalid file, and shows the next valid save")
  func brokenStart() throws {
    try inFolder { folder in
      let panel = try RunningPanel("version: 1\nknobs: {a: {centre: [1, 1]}}\n", in: folder)
      #expect(panel.log.contains("panel.yaml:2:13: error: a knob has no key `centre`"))
      // Reported once, however often it was read.
      #expect(panel.log.components(separatedBy: "centre`").count == 2)
      try Data(RunningPanel.text(value: 30).utf8).write(to: panel.layout)
      try panel.wait("the panel") { $0.contains("panel.yaml: reloaded") }
      try Data(RunningPanel.text(value: 40).utf8).write(to: panel.layout)
      try panel.waitForValue(40)
    }
  }

  @Test("with --wait-for-layout, a panel waits for a file that is deployed later")
  func waitsForLayout() throws {
    try inFolder { folder in
      let later = folder.appending(path: "later")
      let panel = try RunningPanel(
        nil, in: folder, name: "later/panel.yaml", options: ["--wait-for-layout"])
      #expect(panel.log.contains("waiting for"))
      try FileManager.default.createDirectory(at: later, withIntermediateDirectories: true)
      try Data(RunningPanel.text(value: 30).utf8).write(to: panel.layout)
      try panel.wait("the panel") { $0.contains("panel.yaml: reloaded") }
    }
  }

  @Test("without a watch, only SIGHUP reloads the file")
  func hangUp() throws {
    try inFolder { folder in
      let panel = try RunningPanel(
        RunningPanel.text(value: 10), in: folder, options: ["--no-watch"])
      try Knobpanel.inFolder { other in
        // When a watching panel has read it, this one would have, too.
        let watching = try RunningPanel(nil, in: other, layout: panel.layout)
        try panel.save(value: 30)
        try watching.waitForValue(30)
      }
      #expect(panel.events.isEmpty)
      panel.send(SIGHUP)
      try panel.waitForValue(30)
      #expect(panel.isRunning)
    }
  }

  @Test("console signals do not end a panel without a console")
  func consoleSignals() throws {
    try inFolder { folder in
      let panel = try RunningPanel(RunningPanel.text(value: 10), in: folder)
      panel.send(SIGUSR1)
      panel.send(SIGUSR2)
      try Data(RunningPanel.text(value: 30).utf8).write(to: panel.layout)
      try panel.waitForValue(30)
      #expect(panel.isRunning)
    }
  }

  private func shell(_ script: String, in folder: URL) throws {
    let outcome = try Knobpanel.run(URL(filePath: "/bin/sh"), ["-ec", script], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}

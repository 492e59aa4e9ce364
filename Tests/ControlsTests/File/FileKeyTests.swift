import Layout
import LayoutFile
import Testing

@testable import Controls

/// The file keys of a layout.
struct FileKeyTests {
  private func read(_ control: String, knob: String = "") -> LayoutReader.Outcome {
    let text =
      "version: 1\nknobs:\n  k:\n    center: [400, 240]\n    diameter: 300\n"
      + (knob.isEmpty ? "" : "    \(knob)\n") + "    control: {file: \(control)}\n"
    return LayoutReader.parse(
      bytes: Array(text.utf8), path: "/etc/panel.yaml",
      language: ControlRegistry.standard.language)
  }

  private func settings(_ control: String, knob: String = "") throws -> FileSettings {
    let outcome = read(control, knob: knob)
    #expect(outcome.text == "")
    return try #require(outcome.layout?.knobs.first?.control?.settings as? FileSettings)
  }

  @Test("A path alone is valid") func short() throws {
    let settings = try settings("/sys/class/backlight/*/brightness")
    #expect(settings.path == "/sys/class/backlight/*/brightness")
    #expect(settings.usesMaximum && !settings.isReadOnly)
    #expect(settings.value.text(for: 0.5) == "50")
  }

  @Test("`values` replaces the maximum of the file") func values() throws {
    let settings = try settings("{path: /f, values: [0, 1], decimals: 2, read_only: true}")
    #expect(!settings.usesMaximum && settings.isReadOnly)
    #expect(settings.value.text(for: 0.255) == "0.26")
  }

  @Test("The words of a wheel are its sectors or its `payloads`") func words() throws {
    let plain = try settings("/f", knob: "sectors: [quiet, loud]")
    #expect(!plain.usesMaximum && plain.value.text(for: 1) == "loud")
    let named = try settings("{path: /f, payloads: [q, l]}", knob: "sectors: [quiet, loud]")
    #expect(named.value.text(for: 1) == "l")
  }

  @Test("A missing path is an error") func missing() {
    #expect(read("{}").text.contains("path"))
    #expect(read("[a]").layout == nil)
  }
}

import Controls
import Layout
import Locales
import Panel
import Testing

@testable import PanelApplication

/// The control that chooses the language.
struct LanguageControlTests {
  private func withRig(_ body: (ApplicationRig, FakeControl) throws -> Void) throws {
    try ApplicationRig.with(
      .language,
      { layout in
        layout.languages = ["en", "de"].compactMap { Locale($0) }.map { PanelLanguage($0) }
        layout.languageControl = ApplicationRig.lateSettings
      }, body)
  }

  @Test(
    "Its text chooses, in any case and with a country that the layout does not name",
    arguments: [("de", 1), ("DE", 1), ("en", 0), ("", 0), ("german", 0), ("fr", 0)])
  func chooses(_ text: String, language: Int) throws {
    try withRig { rig, control in
      try rig.round { control.onEvent(.text(text)) }
      #expect(rig.scene.panel.language == language)
    }
  }

  @Test("A language that the layout does not have is reported once, and changes nothing")
  func unknown() throws {
    try withRig { rig, control in
      try rig.round { control.onEvent(.text("de")) }
      for text in ["fr", "fr", "fr"] { try rig.round { control.onEvent(.text(text)) } }
      #expect(rig.scene.panel.language == 1)
      #expect(rig.warnings.lines.count == 1)
      #expect(rig.warnings.lines.first?.contains("no language 'fr'") == true)
    }
  }

  @Test("A loss is reported, and the language stays; numbers are no language")
  func lost() throws {
    try withRig { rig, control in
      try rig.round { control.onEvent(.text("de")) }
      try rig.round { control.onEvent(.level(0)) }
      try rig.round { control.onEvent(.offline(reason: "no broker")) }
      #expect(rig.scene.panel.language == 1)
      #expect(rig.warnings.lines == ["language: no broker"])
    }
  }
}

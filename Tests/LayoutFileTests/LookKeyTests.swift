import Raster
import Testing

import Layout
@testable import LayoutFile

/// Each key of a look sets its field; the knob's keys override the panel's.
@Suite struct LookKeyTests {
  private func look(_ text: String, panel: String = "") throws -> KnobStyle {
    let outcome = parse(
      """
      version: 1
      panel: {theme: paper\(panel)}
      knobs:
        k: {center: [400, 240], diameter: 300, look: \(text)}
      """)
    #expect(outcome.diagnostics.isEmpty, "\(outcome.text)")
    return try #require(outcome.layout?.knobs.first).look
  }

  @Test("Omitted keys leave the theme's look") func defaults() throws {
    #expect(try look("{}") == KnobStyle())
  }

  @Test func parts() throws {
    let look = try look(
      """
      {
            track: {width: 8%, color: "#123"}, pointer: {shape: dot, color: teal},
            cap: {shape: dome, color: "#A0b0C0", shadow: false}, glow: {color: gold},
            detents: false, name: none, value: below, swap: 2.5}
      """)
    #expect(look.track.isShown == true)
    #expect(look.track.width == 0.08)
    #expect(look.track.color == Color(0x112233))
    #expect(look.pointer.shape == .dot)
    #expect(look.pointer.color == Color(0x008080))
    #expect(look.cap.shape == .dome)
    #expect(look.cap.color == Color(0xA0B0C0))
    #expect(look.cap.hasShadow == false)
    #expect(look.glow.color == Color(0xFFD700))
    #expect(look.hasDetents == false)
    #expect(look.name.place == KnobStyle.Place.none)
    #expect(look.value.place == .below)
    #expect(look.swapMicroseconds == 2_500_000)
  }

  @Test("A length in pixels becomes a fraction of the diameter") func pixels() throws {
    #expect(try look("{track: {width: 30}}").track.width == 0.1)
  }

  @Test("A single word sets the main property of a part") func words() throws {
    #expect(try look("{track: none}").track.isShown == false)
    #expect(try look("{progress: none}").progress.isShown == false)
    #expect(try look("{progress: red}").progress.colors == [Color(0xFF0000)])
    #expect(try look("{pointer: notch}").pointer.shape == .notch)
    #expect(try look("{cap: metal}").cap.shape == .metal)
    #expect(try look("{ticks: none}").ticks.isShown == false)
    #expect(try look("{glow: none}").glow.isShown == false)
    #expect(try look("{glow: white}").glow.color == Color(0xFFFFFF))
    #expect(try look("{swap: true}").swapMicroseconds == 1_000_000)
    #expect(try look("{swap: false}").swapMicroseconds == nil)
  }

  @Test func progress() throws {
    #expect(
      try look("{progress: {gradient: [red, gold]}}").progress.colors
        == [Color(0xFF0000), Color(0xFFD700)])
    #expect(
      try look("{progress: {zones: [[0, blue], [18, green], [24.5, red]]}}").progress.zones == [
        .init(from: 0, color: Color(0x0000FF)), .init(from: 18, color: Color(0x008000)),
        .init(from: 24.5, color: Color(0xFF0000)),
      ])
  }

  @Test func ticks() throws {
    #expect(try look("{ticks: {count: 11}}").ticks.positions == .count(11))
    let every = try look("{ticks: {every: 25, between: 4, labels: true, color: gray}}").ticks
    #expect(every.positions == .every(25))
    #expect(every.between == 4)
    #expect(every.hasLabels == true)
    #expect(every.color == Color(0x808080))
    let listed = try look("{ticks: {at: {0: Off, 50: \"\", 100: Max}}}").ticks
    #expect(
      listed.positions
        == .listed([
          .init(value: 0, text: "Off"), .init(value: 50, text: ""), .init(value: 100, text: "Max"),
        ]))
    #expect(listed.hasLabels == true)
  }

  @Test("The knob's keys override the panel's, part by part") func panelBelow() throws {
    let panel =
      ", look: {track: {width: 6%, color: red}, pointer: dot, ticks: none, swap: true,"
      + " progress: {gradient: [red, gold]}}"
    let look = try look(
      "{track: {color: blue}, ticks: {count: 5}, swap: false, progress: teal}", panel: panel)
    #expect(look.track.width == 0.06)
    #expect(look.track.color == Color(0x0000FF))
    #expect(look.pointer.shape == .dot)
    #expect(look.ticks.isShown == true && look.ticks.positions == .count(5))
    #expect(look.swapMicroseconds == nil)
    #expect(look.progress.colors == [Color(0x008080)])
    #expect(try self.look("{track: none}", panel: panel).track.isShown == false)
  }

  @Test("Colours of the panel override the theme's") func colors() throws {
    let outcome = parse(
      """
      version: 1
      panel:
        theme: hifi
        colors: {accent: [red, gold], background: "#000", cap_ink: white, pointer: black}
      knobs: {k: {center: [400, 240], diameter: 300, enabled: false}}
      """)
    #expect(outcome.diagnostics.isEmpty, "\(outcome.text)")
    let layout = try #require(outcome.layout)
    var expected = Palette.named(.hifi)
    expected.accent = Palette.Shade(Color(0xFF0000), Color(0xFFD700))
    expected.background = Palette.Shade(Color(0))
    expected.capInk = Color(0xFFFFFF)
    expected.pointer = Color(0)
    #expect(layout.panel.palette == expected)
    #expect(layout.knobs.first?.isEnabled == false)
  }

  @Test("Text in the built-in themes has enough contrast", arguments: PanelLayout.themes)
  func themes(name: ThemeName) {
    let palette = Palette.named(name)
    let least: Float = name == .contrast ? 7 : 4.5
    for ink in [palette.ink, palette.dim] {
      #expect(ink.contrast(with: palette.background.first) >= least)
      #expect(ink.contrast(with: palette.background.last) >= least)
    }
  }
}

import Controls
import Gesture
import Knobs
import Testing

import Diagnostics
import Layout
@testable import LayoutFile

/// The keys that items take from styles.
@Suite struct StyleTests {
  /// The only knob of a layout with these styles; `lines` are its keys besides its position.
  private func knob(styles: String, _ lines: String) throws -> KnobLayout {
    let outcome = parse(
      "version: 1\nstyles:\n\(styles)\nknobs: {k: {center: [400, 240], diameter: 300, \(lines)}}")
    #expect(outcome.text == "")
    return try #require(outcome.layout?.knobs.first)
  }

  @Test("A knob's own keys override its styles, and a later style an earlier one")
  func order() throws {
    let styles = "  a: {step: 1, unit: a, name: a}\n  b: {step: 2, unit: b}"
    let knob = try knob(styles: styles, "use: [a, b], step: 5")
    #expect(knob.scale.step == 5 && knob.unit == "b" && knob.name == "a")
  }

  @Test("A style's own keys override those of the styles it uses") func chain() throws {
    let styles =
      "  a: {use: b, step: 1}\n  b: {use: [c], step: 2, unit: b}\n  c: {unit: c, name: c}"
    let knob = try knob(styles: styles, "use: a")
    #expect(knob.scale.step == 1 && knob.unit == "b" && knob.name == "c")
  }

  @Test("Mappings are merged key by key") func deep() throws {
    let styles = "  a: {guards: {ceiling: 80, lock: true}}\n  b: {guards: {ceiling: 70, palm: 90}}"
    let guards = try knob(styles: styles, "use: [a, b], guards: {palm: 100}").guards
    #expect(guards.ceiling == 70 && guards.lock == .tap && guards.largestContact == 100)
  }

  @Test("Lists and values are replaced, as are settings of another kind")
  func replaced() throws {
    let styles =
      "  a: {magnets: [{value: 1, width: 1}], taper: {power: 2}, report: {per_second: 5}}"
    let knob = try knob(
      styles: styles,
      "use: a, magnets: [{value: 2, width: 1}], report: release, "
        + "taper: {piecewise: [[0, 0], [1, 100]]}")
    #expect(knob.magnets == [Magnet(value: 2, width: 1)])
    #expect(knob.report.occasion == .release && knob.report.perSecond == nil)
    guard case .piecewise = knob.scale.taper else { throw Mismatch() }
  }

  @Test("Settings of the same kind are merged, also where only one kind is allowed")
  func sameKind() throws {
    let knob = try knob(
      styles: "  a: {control: {alsa: {card: hw:1}}}", "use: a, control: {alsa: {element: PCM}}")
    #expect(knob.control == .backEnd(ALSASettings(card: "hw:1", element: "PCM")))
  }

  @Test("`null` removes a key that a style sets") func removedKey() throws {
    let knob = try knob(
      styles: "  a: {sweep: [0, 90], unit: dB, guards: {ceiling: 80, lock: true}}",
      "use: a, sweep: ~, endless: true, guards: {ceiling: null}")
    #expect(knob.travel == .endless && knob.unit == "dB")
    #expect(knob.guards.ceiling == nil && knob.guards.lock == .tap)
  }

  @Test("A style can supply required keys of knobs and labels") func required() throws {
    let outcome = parse(
      """
      version: 1
      styles:
        there: {center: [100, 100], diameter: 90}
        title: {at: [300, 100], size: 30, align: right}
      knobs: {k: {use: there}}
      labels: [{text: A, use: title}]
      """)
    #expect(outcome.text == "")
    let layout = try #require(outcome.layout)
    #expect(layout.knobs.first?.center == DesignPoint(x: 100, y: 100))
    #expect(layout.labels.first?.at == DesignPoint(x: 300, y: 100))
    #expect(layout.labels.first?.size == 30 && layout.labels.first?.align == .right)
  }

  @Test("An error in a style is reported once, where it is written") func once() {
    let knobs = (0..<5).map { "  k\($0): {use: s, center: [\($0 * 150 + 80), 240]}\n" }.joined()
    let outcome = parse(
      "version: 1\nstyles:\n  s: {diameter: 90, stpe: 1, guards: {ceiling: 200}}\nknobs:\n\(knobs)")
    #expect(
      outcome.diagnostics.map(\.span.start) == [
        SourceLocation(line: 3, column: 21), SourceLocation(line: 3, column: 48),
      ])
    #expect(outcome.omittedCount == 0)
  }

  @Test("A style of a hundred others costs no more than its own keys") func many() {
    let styles = (0..<200).map { index in
      "  s\(index): {use: [\((0..<min(index, 16)).map { "s\(index - 1 - $0)" }.joined(separator: ","))]}\n"
    }.joined().split(separator: "use: []").joined(separator: "step: 1")
    let outcome = parse(
      "version: 1\nstyles:\n\(styles)knobs: {k: {use: s199, center: [400, 240], diameter: 300}}")
    #expect(outcome.text == "")
    #expect(outcome.layout?.knobs.first?.scale.step == 1)
  }
}

struct Mismatch: Error {}

import Gesture
import Testing

import Diagnostics
import Layout
import Raster
@testable import LayoutFile

@Suite struct LengthTests {
  private static let text =
    "version: 1\npanel: {size: [800, 400], fit: contain}\nknobs:\n  k: {center: [10mm, 50%], diameter: 20mm}\n"

  private static func knob(_ environment: LayoutEnvironment, fit: String = "contain") throws
    -> KnobLayout
  {
    let written = text.split(separator: "contain").joined(separator: fit)
    return try #require(parse(written, environment: environment).layout?.knobs.first)
  }

  @Test(
    "Percentages of a position refer to its axis, those of a size to the shorter side",
    arguments: [
      ("center: [25%, 25%]", 200.0, 120.0, 240.0), ("center: [400px, 50 %]", 400, 240, 240),
      ("center: [400, \"50%\"]", 400, 240, 240),
    ]) func percent(center: String, x: Double, y: Double, diameter: Double) throws
  {
    let outcome = parse("version: 1\nknobs: {k: {\(center), diameter: 50%}}")
    let knob = try #require(outcome.layout?.knobs.first)
    #expect(knob.center == DesignPoint(x: x, y: y) && knob.diameter == diameter)
  }

  @Test("Millimetres are those of the display, scaled like the design") func millimetres()
    throws
  {
    let plain = try Self.knob(LayoutEnvironment(pixelsPerMillimetre: 5))
    #expect(plain.center == DesignPoint(x: 50, y: 200) && plain.diameter == 100)
    // With twice the design's pixels, a design pixel covers half as many millimetres.
    let twice = LayoutEnvironment(
      pixelsPerMillimetre: 5, displaySize: PixelSize(width: 1600, height: 800))
    #expect(try Self.knob(twice).diameter == 50)
    #expect(try Self.knob(twice, fit: "none").diameter == 100)
    let wide = LayoutEnvironment(
      pixelsPerMillimetre: 5, displaySize: PixelSize(width: 1600, height: 400))
    #expect(try Self.knob(wide).center.x == 50)
    #expect(try Self.knob(wide, fit: "stretch").center.x == 25)
    let turned = LayoutEnvironment(
      pixelsPerMillimetre: 5, displaySize: PixelSize(width: 800, height: 1600))
    #expect(try Self.knob(turned, fit: "contain, rotate: 90").diameter == 50)
  }

  @Test(
    "A display with an impossible size has no millimetres", arguments: [0, -1, .nan, .infinity])
  func untrusted(pixelsPerMillimetre: Double) {
    let environment = LayoutEnvironment(pixelsPerMillimetre: pixelsPerMillimetre)
    let outcome = parse(Self.text, environment: environment)
    #expect(outcome.layout == nil)
    #expect(outcome.diagnostics.count == 2)
    #expect(outcome.diagnostics.allSatisfy { $0.message.contains("true size") })
  }

  @Test("If millimetres are known, a knob smaller than a finger causes a warning") func finger() {
    let text = "version: 1\nknobs: {k: {center: [400, 240], diameter: 100}}"
    let fine = parse(text, environment: LayoutEnvironment(pixelsPerMillimetre: 20))
    #expect(fine.diagnostics.map(\.severity) == [.warning])
    #expect(fine.diagnostics.first?.message.contains("5.5 mm") == true)
    #expect(parse(text, environment: LayoutEnvironment(pixelsPerMillimetre: 5)).text == "")
  }
}

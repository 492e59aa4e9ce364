internal import PanelApplication
internal import LayoutFile
internal import ArgumentParsing
internal import Display
internal import Gesture
internal import Diagnostics
internal import Layout
internal import PNG
internal import Panel
internal import Program
internal import Raster

struct RenderCommand: Command {
  static let description = CommandDescription(
    name: "render",
    abstract: "Draws a layout into a PNG file; needs no hardware.",
    discussion: """
      The picture is exactly what a display of that size would show, pixel for pixel. Nothing \
      outside is touched: each knob shows the value of its layout, or what --set says.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("layout", \.layout, help: "The layout file."),
      .option(
        "output", short: "o", value: "file", isRequired: true, \.output,
        help: "The PNG file to write."),
      .option(
        "size", value: "width>x<height", \.size,
        help: "Pixels of the display; without it those of the design."),
      .option(
        "rotate", value: "degrees", \.rotate,
        help: "Degrees clockwise, instead of the layout's own."),
      .option(
        "set", value: "knob>=<value", \.settings,
        help: "A knob and the value it shows, or the name of its sector, as volume=42."),
      .option("page", \.page, help: "The page that is shown; without it the first one."),
      .option(
        "touch", value: "x>,<y", \.touches, help: "A finger down at x,y in design pixels."),
      .flag(
        "idle", \.isIdle,
        help: "Draw what is shown once nobody has touched the panel for the time of `idle`."),
      .flag(
        "show-mistakes", \.showMistakes,
        help: "If the layout has mistakes, draw what a panel that starts with it would show."),
    ]
  }

  private var layout = ""
  private var output = ""
  private var size: PixelSize?
  private var rotate: Rotation?
  private var settings: [KnobSetting] = []
  private var page: String?
  private var touches: [PointArgument] = []
  private var isIdle = false
  private var showMistakes = false

  func run() throws {
    if showMistakes, let fault = try fault() { return try draw(fault) }
    var layout = try Files.layout(layout)
    if let rotate { layout.panel.rotate = rotate.rawValue }
    let stage = try Stage(
      layout: layout, displaySize: size ?? Stage.naturalSize(of: layout.panel),
      typesetter: Files.typesetter)
    for setting in settings {
      guard let index = layout.knobs.firstIndex(where: { $0.id == setting.knob }) else {
        let known = layout.knobs.map(\.id).joined(separator: ", ")
        throw Problem("the layout has no knob '\(setting.knob)'", advice: "Its knobs: \(known)")
      }
      let value = try setting.value(of: layout.knobs[index])
      stage.panel.set(value: value, ofKnob: index)
    }
    if let page {
      guard let index = layout.pages.firstIndex(where: { $0.id == page }) else {
        let known = layout.pages.map(\.id).joined(separator: ", ")
        throw Problem(
          "the layout has no page '\(page)'",
          advice: known.isEmpty ? "It has no pages." : "Its pages: \(known)")
      }
      stage.panel.set(page: index)
    }
    for (slot, touch) in touches.enumerated() {
      stage.panel.touch(touch.point, slot: Int32(slot))
    }
    if isIdle, !stage.showIdle() {
      throw Problem(
        "the layout shows nothing in place of an idle panel",
        advice: "For a clock after 120 seconds, add: panel: {screen: {idle: 120}}")
    }
    try Files.writePNG(of: stage, to: output)
  }

  private func fault() throws -> LayoutFault? {
    let outcome = try Files.outcome(layout)
    return outcome.layout == nil ? LayoutFault(outcome) : nil
  }

  private func draw(_ fault: LayoutFault) throws {
    var fault = fault
    var panel = fault.panel ?? PanelLayout()
    if let rotate { panel.rotate = rotate.rawValue }
    fault.panel = panel
    let stage = try Stage(
      fault: fault, displaySize: size ?? Stage.naturalSize(of: panel),
      typesetter: Files.typesetter)
    try Files.writePNG(of: stage, to: output)
  }
}

extension KnobSetting {
  /// Returns the value in the knob's unit; the panel limits it to the knob's range.
  fileprivate func value(of knob: KnobLayout) throws(Problem) -> Double {
    // A sign is part of the number here, because there is no earlier value.
    if let number = Double(value), number.isFinite, knob.sectors?.contains(value) != true {
      return number
    }
    do throws(ImpossibleChange) {
      return try KnobChange(value, names: knob.sectors ?? []).value(for: knob, now: knob.value)
    } catch {
      throw Problem(error.message, advice: error.hint)
    }
  }
}

extension PanelController {
  /// Puts a finger down at a point in design pixels.
  fileprivate func touch(_ point: DesignPoint, slot: Int32) {
    let change = ContactChange.down(
      ContactID(device: 0, slot: slot), viewport.displayFraction(designPoint: point))
    handle(TouchFrame(time: Timestamp(microseconds: 0), changes: [change]))
  }
}

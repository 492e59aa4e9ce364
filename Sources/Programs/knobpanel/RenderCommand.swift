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
    abstract: "Draws a layout to a PNG file; needs no hardware.",
    discussion: """
      The picture is what a display of that size would show, pixel for pixel. No control is used: \
      each knob shows the value from the layout, or from --set and --reading.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("layout", \.layout, help: "The layout file."),
      .option(
        "output", short: "o", value: "file", isRequired: true, \.output,
        help: "The PNG file to write."),
      .option(
        "size", value: "width>x<height", \.size,
        help: "The display's size in pixels; by default the design size."),
      .option(
        "rotate", value: "degrees", \.rotate,
        help: "Degrees clockwise, instead of the layout's rotation."),
      .option(
        "set", value: "knob>=<value", \.settings,
        help: "A knob and its value or the name of its sector, such as volume=42."),
      .option(
        "reading", value: "knob>=<value", \.readings,
        help: "A knob and its actual value, shown beside the wanted one, such as hall=20.5."),
      .option(
        "language", \.language, help: "The language of the texts; by default the layout's own."),
      .option(
        "time", value: "hh>:<mm", \.time,
        help: "The time of the day for conditions, such as 21:30; without it, none on a time hold."),
      .option("page", \.page, help: "The page to show; by default the first."),
      .option(
        "touch", value: "x>,<y", \.touches, help: "A finger down at x,y in design pixels."),
      .flag(
        "idle", \.isIdle,
        help: "Draw the idle picture, shown after the time of `idle` without a touch."),
      .flag(
        "show-mistakes", \.showsErrors,
        help: "If the layout has errors, draw the picture of a panel that starts with it."),
    ]
  }

  private var layout = ""
  private var output = ""
  private var size: PixelSize?
  private var rotate: Rotation?
  private var settings: [KnobSetting] = []
  private var readings: [KnobSetting] = []
  private var language: String?
  private var page: String?
  private var time: DayTimeArgument?
  private var touches: [PointArgument] = []
  private var isIdle = false
  private var showsErrors = false

  func run() throws {
    if showsErrors, let fault = try fault() { return try draw(fault) }
    var layout = try Files.layout(layout)
    if let rotate { layout.panel.rotate = rotate.rawValue }
    let scene = try PanelScene(
      layout: layout, displaySize: size ?? PanelScene.naturalSize(of: layout.panel),
      typesetter: Files.typesetter)
    for setting in settings {
      let index = try layout.index(ofKnob: setting.knob)
      let value = try setting.value(of: layout.knobs[index])
      scene.panel.set(value: value, ofKnob: index)
    }
    for reading in readings {
      let index = try layout.index(ofKnob: reading.knob)
      guard layout.knobs[index].reading != nil else {
        throw Problem(
          "the knob '\(reading.knob)' has no reading", advice: "Add `reading:` to it in the layout."
        )
      }
      let value = try reading.value(of: layout.knobs[index])
      scene.panel.handleLevel(value / 100, of: .reading(index), at: Timestamp(microseconds: 0))
    }
    if let time {
      scene.panel.set(minuteOfDay: time.minute, at: Timestamp(microseconds: 0))
    }
    if let language {
      guard let index = layout.languages.firstIndex(where: { $0.name == language }) else {
        let known = layout.languages.map(\.name).joined(separator: ", ")
        throw Problem(
          "the layout has no texts in '\(language)'",
          advice: known.isEmpty ? "It has no `texts`." : "Its languages: \(known)")
      }
      scene.panel.set(language: index)
    }
    if let page {
      guard let index = layout.pages.firstIndex(where: { $0.id == page }) else {
        let known = layout.pages.map(\.id).joined(separator: ", ")
        throw Problem(
          "the layout has no page '\(page)'",
          advice: known.isEmpty ? "It has no pages." : "Its pages: \(known)")
      }
      scene.panel.set(page: index)
    }
    for (slot, touch) in touches.enumerated() {
      scene.panel.touch(touch.point, slot: Int32(slot))
    }
    if isIdle, !scene.showIdle() {
      throw Problem(
        "the layout has no idle picture",
        advice: "For a clock after 120 seconds, add: panel: {screen: {idle: 120}}")
    }
    try Files.writePNG(of: scene, to: output)
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
    let scene = try PanelScene(
      fault: fault, displaySize: size ?? PanelScene.naturalSize(of: panel),
      typesetter: Files.typesetter)
    try Files.writePNG(of: scene, to: output)
  }
}

extension LayoutDocument {
  /// Returns the index of a knob; throws if there is none with this id.
  fileprivate func index(ofKnob id: String) throws(Problem) -> Int {
    guard let index = knobs.firstIndex(where: { $0.id == id }) else {
      let known = knobs.map(\.id).joined(separator: ", ")
      throw Problem("the layout has no knob '\(id)'", advice: "Its knobs: \(known)")
    }
    return index
  }
}

extension KnobSetting {
  /// Returns the value in the knob's unit; the panel limits it to the knob's range.
  fileprivate func value(of knob: KnobLayout) throws(Problem) -> Double {
    // A sign is part of the number here, because there is no earlier value.
    if let number = Double(value), number.isFinite, knob.sectors?.contains(value) != true {
      return number
    }
    return try KnobChange(value, names: knob.sectors ?? []).value(for: knob, now: knob.value)
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

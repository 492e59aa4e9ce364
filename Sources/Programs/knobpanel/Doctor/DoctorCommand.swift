internal import ArgumentParsing
internal import Backlight
internal import Controls
internal import Display
internal import JSON
internal import Program
internal import Seat

struct DoctorCommand: Command {
  static let description = CommandDescription(
    name: "doctor",
    abstract: """
      Checks this panel's display, touchscreens and backlights, and prints the YAML to paste.
      """,
    discussion: """
      Each backlight is set once to its current brightness, to check whether it can be set. So is \
      the monitor's, by DDC/CI, which takes seconds. Run it as the user of the panel, such as \
      `sudo -u knobpanel knobpanel doctor`.

      With --touch, on a console that shows no panel, it also shows targets and asks for touches. \
      It reports which touchscreen covers the display, its rotation, mirroring and offset against \
      the picture, which edge is uppermost, and whether touches arrive while the screen is off. It \
      ends by itself when nobody touches the screen.

      With --report it prints the system, the devices, the fonts, drawing times and temperatures \
      instead. Read the text before you publish it.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "Print JSON."),
      .flag("touch", \.touch, help: "Show targets on the display and ask for touches."),
      .option(
        "wait", value: "seconds", \.wait,
        help: "With --touch: how long to wait for a touch."),
      .option(
        "card", \.card, help: "With --touch: the graphics card, such as /dev/dri/card1."),
      .option(
        "output", value: "name", \.output,
        help: "The output whose monitor is checked; by default the first with a monitor."
      ),
    ] + Parameter.group("Report", \.report, ReportArguments.parameters)
      + Parameter.group("Seat", \.seat, SeatArguments.parameters)
  }

  private var json = false
  private var touch = false
  private var wait = 30
  private var card: String?
  private var seat = SeatArguments()
  private var output: String?
  private var report = ReportArguments()

  func validate() throws(UsageError) {
    try report.validate(beside: json ? "--json" : touch ? "--touch" : nil)
  }

  func run() throws {
    if report.isWanted {
      return try report.write(DoctorReport(report, seat: seat.name).text())
    }
    let light = LightReport(options: MonitorOptions(output: output ?? connectedOutput))
    var sections = [
      DeviceListing.displays(seat: seat.name), DeviceListing.touchscreens(seat: seat.name),
      .service(), light.backlights, light.monitor,
    ]
    var yaml = light.yaml
    var problem: Problem?
    if touch {
      let finger = try FingerCheck(
        output: output, card: card, seat: seat, seconds: min(max(wait, 1), 3600),
        backlightName: light.kernelName)
      problem = finger.problem
      if let report = finger.report { sections.append(report.section) }
      yaml = light.yaml(rotate: finger.trial?.rotate, dark: finger.trial?.dark ?? [])
      yaml += finger.report?.rule ?? []
    }
    if json {
      let value = JSONValue.object(
        sections.map { ($0.key, .array($0.objects)) }
          + [("layout", .string(yaml.map { $0 + "\n" }.joined()))])
      Output.standard.write(json: value.text)
    } else {
      var paste = DeviceListing(title: "To paste into the layout", key: "layout")
      paste.lines = yaml
      Output.standard.print((sections + [paste]).map(\.text).joined(separator: "\n"))
    }
    if let problem { throw problem }
  }

  private var connectedOutput: String? {
    let cards = (try? DisplayList.read(seat: seat.name).cards) ?? []
    return cards.flatMap(\.outputs).first { $0.status == "connected" }?.name
  }
}

extension DeviceListing {
  /// The service that opens the devices.
  static func service() -> DeviceListing {
    var section = DeviceListing(title: "Seat service", key: "service")
    let text =
      switch SeatService.find() {
      case .seatd(let socket): "seatd, at \(socket)"
      case .logind: "systemd-logind"
      case .named(let name): "\(name), from LIBSEAT_BACKEND"
      case nil: "none; devices need the groups video and input, or root"
      }
    section.lines.append(text)
    section.objects.append(.string(text))
    return section
  }
}

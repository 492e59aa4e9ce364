internal import ArgumentParsing
internal import DDC
internal import Display
internal import JSON
internal import Program
internal import Seat

struct DoctorCommand: Command {
  static let description = CommandDescription(
    name: "doctor",
    abstract: """
      Looks at this panel's display, touchscreens and backlights, and prints the YAML to paste.
      """,
    discussion: """
      Each backlight is set once to what it is, which shows whether it can be; so is that of the \
      monitor, by DDC/CI, which takes seconds. Run it as the user of the panel, such as \
      `sudo -u knobpanel knobpanel doctor`.

      With --touch, on a console that shows no panel, it also shows targets and asks for a finger: \
      which touchscreen lies over the display, how it is turned, mirrored and moved against the \
      picture, which edge is uppermost, and whether a touch still arrives when the screen is off. \
      It ends by itself when nobody touches the screen.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "Print JSON."),
      .flag("touch", \.touch, help: "Show targets on the display and ask for a finger."),
      .option(
        "wait", value: "seconds", \.wait,
        help: "With --touch: how long a touch is waited for."),
      .option(
        "card", \.card, help: "With --touch: the graphics card, such as /dev/dri/card1."),
      .option(
        "output", value: "name", \.output,
        help: "The output whose monitor is meant; the first that has one if not given."
      ),
    ] + Parameter.group("Seat", \.seat, SeatArguments.parameters)
  }

  private var json = false
  private var touch = false
  private var wait = 30
  private var card: String?
  private var seat = SeatArguments()
  private var output: String?

  func run() throws {
    let light = LightReport(place: MonitorPlace(output: output ?? connectedOutput))
    var sections = [
      DeviceSection.displays(seat: seat.name), DeviceSection.touchscreens(seat: seat.name),
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
      let paste = DeviceSection(title: "To paste into the layout", key: "layout", lines: yaml)
      Output.standard.print((sections + [paste]).map(\.text).joined(separator: "\n"))
    }
    if let problem { throw problem }
  }

  private var connectedOutput: String? {
    let cards = (try? DisplayList.read(seat: seat.name).cards) ?? []
    return cards.flatMap(\.outputs).first { $0.status == "connected" }?.name
  }
}

extension DeviceSection {
  /// The service that opens the devices.
  fileprivate static func service() -> DeviceSection {
    var section = DeviceSection(title: "Seat service", key: "service")
    let text =
      switch SeatService.find() {
      case .seatd(let socket): "seatd, at \(socket)"
      case .logind: "systemd-logind"
      case .named(let name): "\(name), as LIBSEAT_BACKEND says"
      case nil: "none; devices are opened by the groups video and input, or root"
      }
    section.lines.append(text)
    section.objects.append(.string(text))
    return section
  }
}

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
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "Print JSON."),
      .option("seat", \.seat, help: "The seat whose devices are looked at."),
      .option(
        "output", value: "name", \.output,
        help: "The output whose monitor is meant; the first that has one if not given."
      ),
    ]
  }

  private var json = false
  private var seat = "seat0"
  private var output: String?

  func run() {
    let light = LightReport(place: MonitorPlace(output: output ?? connectedOutput))
    let sections = [
      DeviceSection.displays(seat: seat), DeviceSection.touchscreens(seat: seat), .service(),
      light.backlights, light.monitor,
    ]
    if json {
      let value = JSONValue.object(
        sections.map { ($0.key, .array($0.objects)) }
          + [("layout", .string(light.yaml.map { $0 + "\n" }.joined()))])
      Output.standard.write(json: value.text)
    } else {
      let paste = DeviceSection(title: "To paste into the layout", key: "layout", lines: light.yaml)
      Output.standard.print((sections + [paste]).map(\.text).joined(separator: "\n"))
    }
  }

  private var connectedOutput: String? {
    let cards = (try? DisplayList.read(seat: seat).cards) ?? []
    return cards.flatMap(\.outputs).first { $0.status == "connected" }?.name
  }
}

extension DeviceSection {
  /// What opens the devices.
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

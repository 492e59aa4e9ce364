internal import ArgumentParsing
internal import Controls
internal import JSON
internal import Program

struct DevicesCommand: Command {
  static let description = CommandDescription(
    name: "devices",
    abstract: """
      Lists displays, touchscreens, encoders and mixers, and why any of them cannot be used.
      """,
    discussion: """
      Names have the form that options and layouts use: cards and outputs for `knobpanel run`, \
      `control:` and `input:` lines for knobs.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "Print JSON."),
      .option("seat", \.seat, help: "The seat whose devices are listed."),
    ]
  }

  private var json = false
  private var seat = "seat0"

  func run() {
    let sections =
      [
        DeviceListing.displays(seat: seat), DeviceListing.touchscreens(seat: seat),
        DeviceListing.encoders(seat: seat), DeviceListing.keys(seat: seat),
      ]
      + ControlRegistry.standard.listDevices()
    if json {
      let value = JSONValue.object(sections.map { ($0.key, .array($0.objects)) })
      Output.standard.write(json: value.text)
    } else {
      Output.standard.print(sections.map { $0.text }.joined(separator: "\n"))
    }
  }
}

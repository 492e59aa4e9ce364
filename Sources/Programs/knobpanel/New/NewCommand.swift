internal import ArgumentParsing
internal import Controls
internal import Display
internal import Program
internal import Raster

struct NewCommand: Command {
  static let description = CommandDescription(
    name: "new",
    abstract: "Prints a commented layout to start from, for this machine.",
    discussion: """
      The layout has the size of this machine's display and knobs for its mixers: \
      `knobpanel new volume > panel.yaml`, then `knobpanel run panel.yaml`. Without a display or \
      a mixer, comments describe what to enter.

      `knobpanel new homeassistant` shows the entities of areas of the Home Assistant at the \
      address HOMEASSISTANT_URL, with the token in HOMEASSISTANT_TOKEN or in \
      /etc/knobpanel/homeassistant.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("kind", \.kind, help: "The kind of layout."),
      .option(
        "size", value: "width>x<height", \.size,
        help: "The display's size in pixels; by default that of this machine's."),
      .option(
        "area", value: "name", \.areas,
        help: "An area of Home Assistant; for several areas, the option is repeated."),
    ]
  }

  private var kind = StartingLayout.Kind.volume
  private var size: PixelSize?
  private var areas: [String] = []

  func run() throws {
    let isRoom = kind == .homeassistant
    if !isRoom, !areas.isEmpty {
      throw UsageError("--area belongs to `knobpanel new \(StartingLayout.Kind.homeassistant)`")
    }
    let room = isRoom ? try readRoom() : HomeAssistantRoom()
    let controls =
      isRoom ? [] : ControlRegistry.standard.listDevices().flatMap(\.suggestions)
    let layout = StartingLayout(
      kind: kind, size: size ?? Self.displaySize(), controls: controls, room: room)
    Output.standard.print(layout.text)
  }

  private func readRoom() throws -> HomeAssistantRoom {
    do throws(HomeAssistantObstacle) {
      return try HomeAssistantHouse.readRoom(of: areas)
    } catch {
      throw Problem(error.reason, advice: error.advice)
    }
  }

  /// Returns the size of the first connected screen, as mounted; nil if there is none.
  private static func displaySize() -> PixelSize? {
    guard let cards = try? DisplayList.read().cards else { return nil }
    for output in cards.flatMap(\.outputs) where output.status == "connected" {
      guard let size = output.modes.first.flatMap(PixelSize.init(modeName:)) else { continue }
      return Rotation(degrees: output.orientationDegrees)?.apply(to: size) ?? size
    }
    return nil
  }
}

extension StartingLayout.Kind: ArgumentValue {}

extension PixelSize {
  /// Parses the name of a mode: "1280x720", or "1920x1080i" if it is interlaced.
  init?(modeName: String) {
    self.init(argument: String(modeName.prefix { $0.isNumber || $0 == "x" }))
  }
}

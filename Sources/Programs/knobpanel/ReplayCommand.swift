internal import PanelApplication
internal import ArgumentParsing
internal import Gesture
internal import Glibc
internal import Layout
internal import Linux
internal import Panel
internal import Program
internal import Raster
internal import Touch

struct ReplayCommand: Command {
  static let description = CommandDescription(
    name: "replay",
    abstract: "Plays recorded touches on a layout and prints the events.",
    discussion: """
      Reads recordings of evemu-record and libinput record. The device's axes cover the whole \
      panel. Time is the recording's, played as fast as possible, so that two replays are \
      identical. No control is used.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("recording", \.recording, help: "The recording."),
      .positional("layout", \.layout, help: "The layout file."),
      .option(
        "size", value: "width>x<height", \.size,
        help: "The display's size in pixels; by default the design size."),
      .option(
        "events", value: "file", \.events,
        help: "The file for events, or - for standard output."),
      .option(
        "frame", value: "file", \.frame,
        help: "A PNG file for the panel's picture at the end, or at --at."),
      .option(
        "at", value: "seconds", \.at,
        help: "Stop this many seconds after the recording's first event."),
    ]
  }

  private var recording = ""
  private var layout = ""
  private var size: PixelSize?
  private var events = "-"
  private var frame: String?
  private var at: Double?

  func run() throws {
    try Self.play(
      recording, on: try Files.layout(layout), size: size, events: events, frame: frame,
      at: at)
  }

  static func play(
    _ recording: String, on layout: LayoutDocument, size: PixelSize?, events: String,
    frame: String?,
    at seconds: Double?
  ) throws {
    let recording = try Files.recording(recording)
    let scene = try PanelScene(
      layout: layout, displaySize: size ?? PanelScene.naturalSize(of: layout.panel),
      typesetter: Files.typesetter)
    let origin = recording.events.first?.time ?? Timestamp(microseconds: 0)
    let log = try EventLog(
      target: events, origin: origin, waiting: .caller,
      report: { _ in })
    let end = seconds.map { origin.advanced(byMicroseconds: Int64(($0 * 1e6).clampedToInt64)) }
    for touch in recording.frames {
      if let end, touch.time > end { break }
      scene.run(until: touch.time)
      scene.panel.handle(touch)
      try log.writeAll(scene.panel.events, of: layout)
      scene.panel.events.removeAll(keepingCapacity: true)
    }
    scene.run(until: end)
    try log.writeAll(scene.panel.events, of: layout)
    if let frame { try Files.writePNG(of: scene, to: frame) }
  }
}

extension EventLog {
  /// Writes events; an error ends the replay unless the reader has closed the pipe.
  fileprivate func writeAll(_ events: [PanelEvent], of layout: LayoutDocument) throws {
    for event in events {
      let hadReader = failure == nil
      write([event], of: layout)
      guard let failure else { continue }
      guard failure.code == EPIPE else {
        throw Problem(
          "cannot write events: \(failure)",
          advice: "Use a writable file, or - for standard output.")
      }
      if hadReader {
        Output.error.print("knobpanel: the reader of the events has closed; continuing without it")
      }
    }
  }
}

extension PanelScene {
  /// Runs animations until `end`; if nil, until none is left.
  fileprivate func run(until end: Timestamp?) {
    while let wake = panel.nextWake, end.map({ wake <= $0 }) ?? true { panel.tick(at: wake) }
  }
}

extension Double {
  /// The nearest value that fits into an `Int64`; 0 for NaN.
  fileprivate var clampedToInt64: Double {
    isNaN ? 0 : Swift.min(Swift.max(self, -9e18), 9e18)
  }
}

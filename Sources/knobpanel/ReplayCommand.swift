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
    abstract: "Plays a recorded touch session against a layout and prints what happened.",
    discussion: """
      Reads recordings of evemu-record and of libinput record. The device's axes cover the whole \
      panel; time is the recording's own, played as fast as it goes, so that two replays are equal \
      to the bit. Nothing outside is touched.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("recording", \.recording, help: "The recording."),
      .positional("layout", \.layout, help: "The layout file."),
      .option(
        "size", value: "width>x<height", \.size,
        help: "Pixels of the display; without it those of the design."),
      .option(
        "events", value: "file", \.events,
        help: "Where the events go: a file, or - for standard output."),
      .option(
        "frame", value: "file", \.frame,
        help: "A PNG file to write of the panel at the end, or at --at."),
      .option(
        "at", value: "seconds", \.at,
        help: "Seconds from the recording's first event at which to stop."),
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
    let stage = try Stage(
      layout: layout, displaySize: size ?? Stage.naturalSize(of: layout.panel),
      typesetter: Files.typesetter)
    let origin = recording.events.first?.time ?? Timestamp(microseconds: 0)
    let log = try EventLog(
      target: events, origin: origin, waiting: .caller,
      report: { _ in })
    let end = seconds.map { origin.advanced(byMicroseconds: Int64(($0 * 1e6).clampedToInt64)) }
    for touch in recording.frames {
      if let end, touch.time > end { break }
      stage.run(until: touch.time)
      stage.panel.handle(touch)
      try log.writeAll(stage.panel.events, of: layout)
      stage.panel.events.removeAll(keepingCapacity: true)
    }
    stage.run(until: end)
    try log.writeAll(stage.panel.events, of: layout)
    if let frame { try Files.writePNG(of: stage, to: frame) }
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
          advice: "Name a file that can be written, or - for standard output.")
      }
      if hadReader {
        Output.error.print("knobpanel: nobody reads the events any more; going on without")
      }
    }
  }
}

extension Stage {
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

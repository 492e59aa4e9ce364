internal import ArgumentParsing
internal import Benchmarks
internal import Glibc
internal import JSON
internal import Linux
internal import Program

struct PreviewCommand: Command {
  static let description = CommandDescription(
    name: "preview",
    abstract: "Measures the time from a finger to a browser's frame, and the cost of browsers.",
    discussion: """
      `knobpanel-preview LAYOUT` runs in its own process. A finger turns its first knob with 60 \
      moves a second, and the time from each move to the arrival of the next frame is measured, \
      first with one connection, then with a hundred that all receive all frames. A browser must \
      still decode and show the frame. Resident is the program's memory as the kernel reports it \
      (VmRSS).
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("layout", isRequired: false, \.layout, help: "The layout file."),
      .option("seconds", \.seconds, help: "How long each measurement takes.").within(1...600),
      .option("connections", \.connections, help: "How many the second measurement has.")
        .within(1...256),
      .flag("json", \.json, help: "Print JSON instead of text."),
    ]
  }

  private var layout = "layouts/volume.yaml"
  private var seconds = 10
  private var connections = 100
  private var json = false

  func run() throws {
    try PanelProgram.check(layout: layout)
    let results = try [1, connections].map { count in
      try PreviewMeasurement(layout, connections: count, seconds: seconds)
    }
    if json {
      Output.standard.print(JSONValue.array(results.map(\.json)).text)
    } else {
      for result in results { Output.standard.print(line: result.text) }
    }
  }
}

/// Measures a finger that turns a knob in a preview with some connections.
private struct PreviewMeasurement {
  let connections: Int
  /// Times from a move to the next frame, in milliseconds.
  private let latencies: [Double]
  private let byteCounts: [Int]
  private let residentKibibytes: Int

  private static let moveMicroseconds: Int64 = 16_667

  init(_ layout: String, connections: Int, seconds: Int) throws {
    self.connections = connections
    let program = try PanelProgram(
      ["--port", "0", "--", layout], of: "knobpanel-preview", reading: STDOUT_FILENO)
    let port = try Self.port(from: program)
    let loop = try EventLoop()
    let clients = try (0..<connections).map { _ in try PreviewClient(port: port, loop: loop) }
    let finger = clients[0]
    let deadline = MonotonicClock.microseconds + 20_000_000
    while clients.contains(where: { $0.panel == nil }) {
      guard MonotonicClock.microseconds < deadline else {
        throw Problem("not all of \(connections) connections were served within 20 seconds")
      }
      try loop.runOnce(timeoutMilliseconds: 100)
    }
    let circle = try Circle(finger.panel)

    var sent: Int64?
    var (latencies, byteCounts): ([Double], [Int]) = ([], [])
    finger.onFrame = { count in
      guard let begin = sent else { return }
      latencies.append(Double(MonotonicClock.microseconds - begin) / 1000)
      byteCounts.append(count)
      sent = nil
    }
    try finger.send(Self.touch("down", circle.position(0)))
    var step = 0
    let begin = MonotonicClock.microseconds
    while step < seconds * 60 {
      step += 1
      let due = begin + Int64(step) * Self.moveMicroseconds
      while MonotonicClock.microseconds < due {
        let rest = Int32((due - MonotonicClock.microseconds) / 1000)
        try loop.runOnce(timeoutMilliseconds: max(0, rest))
      }
      // Up and down, within half a turn.
      let turn = abs(Double(step % 240) / 120 - 1) * .pi
      if sent == nil { sent = MonotonicClock.microseconds }
      try finger.send(Self.touch("move", circle.position(turn)))
    }
    self.latencies = latencies
    self.byteCounts = byteCounts
    residentKibibytes = try program.kibibytes("VmRSS")
  }

  /// A knob's ring, in fractions of the display.
  private struct Circle {
    let (x, y, radius, aspect): (Double, Double, Double, Double)

    init(_ panel: JSONValue?) throws {
      let knob = panel?["knobs"]?["0"]
      guard let x = knob?["x"]?.number, let y = knob?["y"]?.number,
        let radius = knob?["radius"]?.number, let width = panel?["width"]?.number,
        let height = panel?["height"]?.number
      else { throw Problem("the layout has no knob") }
      (self.x, self.y, self.radius, aspect) = (x, y, radius * 0.7, width / height)
    }

    /// Returns the position at an angle, clockwise from the left.
    func position(_ angle: Double) -> (x: Double, y: Double) {
      (x - radius * cos(angle), y - radius * sin(angle) * aspect)
    }
  }

  private static func touch(_ kind: String, _ position: (x: Double, y: Double)) -> JSONValue {
    let change: JSONValue = [.string(kind), 0, .number(position.x), .number(position.y)]
    return ["type": "touch", "frames": [["age": 0, "changes": [change]]]]
  }

  /// Returns the port in the address that the program prints.
  private static func port(from program: PanelProgram) throws -> UInt16 {
    let line = try program.output.next(withinMilliseconds: -1) ?? ""
    guard let port = line.split(separator: ":").last?.prefix(while: \.isNumber),
      let number = UInt16(port)
    else { throw Problem("the preview has not started; see above") }
    return number
  }

  private var meanByteCount: Int {
    byteCounts.isEmpty ? 0 : byteCounts.reduce(0, +) / byteCounts.count
  }

  var json: JSONValue {
    let times = Percentiles(latencies)
    return [
      "connections": .number(Double(connections)), "frames": .number(Double(latencies.count)),
      "finger_to_frame_ms": ["p50": .number(times.p50), "p99": .number(times.p99)],
      "bytes_per_update": .number(Double(meanByteCount)),
      "resident_kib": .number(Double(residentKibibytes)),
    ]
  }

  var text: String {
    let resident = JSONText.number(Double(residentKibibytes) * 1024 / 1e6, decimals: 1)
    return """
      \(connections) connection\(connections == 1 ? "" : "s"): finger to frame \
      \(Percentiles(latencies).text) of \(latencies.count) frames; \(meanByteCount) bytes an update; \
      \(resident) MB resident
      """
  }
}

internal import ArgumentParsing
internal import Benchmarks
internal import Glibc
internal import JSON
internal import Linux
internal import Program

struct StartCommand: Command {
  static let description = CommandDescription(
    name: "start",
    abstract: "Measures the time from exec to the first frame, and the memory at rest.",
    discussion: """
      `knobpanel run LAYOUT --display headless` is started again and again; the first start, which \
      fills the caches, does not count. Memory is the panel's own (RssAnon, proc(5)), \
      half a second after the first frame: the kernel shares the pages of files (the program, \
      libraries, fonts) and can drop them. The picture has three buffers: the drawn frame, its \
      parts that do not move, and the display's.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("layout", isRequired: false, \.layout, help: "The layout file."),
      .option("runs", \.runs, help: "The number of starts.").within(1...1000),
      .flag("json", \.json, help: "Print JSON instead of text."),
    ]
  }

  private var layout = "layouts/volume.yaml"
  private var runs = 50
  private var json = false

  /// The number of starts of which memory is measured, which takes longer than the start.
  private static let memoryRuns = 5

  func run() throws {
    try PanelProgram.check(layout: layout)
    var starts = try (0...runs).map { run in
      try Start.measure(layout, memory: (1...Self.memoryRuns).contains(run))
    }
    starts.removeFirst()
    let table = StartTable(starts)
    Output.standard.print(json ? table.json.text : table.text)
  }
}

/// One measured start of a panel.
private struct Start {
  /// The time from exec to the first frame, in microseconds.
  var microseconds: Int64
  var frame: FirstFrame
  /// Nil if it was not measured.
  var anonymousKibibytes: Int?

  static func measure(_ layout: String, memory isMeasured: Bool) throws -> Start {
    let begin = MonotonicClock.microseconds
    let panel = try PanelProgram(showing: layout)
    let frame = try panel.firstFrame()
    let end = MonotonicClock.microseconds
    guard isMeasured else { return Start(microseconds: end - begin, frame: frame) }
    usleep(500_000)
    return Start(
      microseconds: end - begin, frame: frame, anonymousKibibytes: try panel.kibibytes("RssAnon"))
  }
}

/// The results of all starts: times in milliseconds, memory in KiB.
private struct StartTable {
  private let runs: Int
  private let times: Percentiles
  private let anonymous: Int
  private let buffers: Int

  init(_ starts: [Start]) {
    runs = starts.count
    times = Percentiles(starts.map { Double($0.microseconds) / 1000 })
    anonymous = starts.compactMap(\.anonymousKibibytes).max() ?? 0
    buffers = 3 * (starts.map { $0.frame.width * $0.frame.height }.max() ?? 0) * 4 / 1024
  }

  var json: JSONValue {
    [
      "runs": .number(Double(runs)),
      "first_frame_ms": times.json,
      "anonymous_kib": .number(Double(anonymous)),
      "buffers_kib": .number(Double(buffers)),
      "anonymous_beside_buffers_kib": .number(Double(anonymous - buffers)),
    ]
  }

  var text: String {
    func megabytes(_ kibibytes: Int) -> String {
      JSONText.number(Double(kibibytes) * 1024 / 1e6, decimals: 1) + " MB"
    }
    return """
      exec to first frame: \(times.text) of \(runs) start\(runs == 1 ? "" : "s")
      memory at rest: \(megabytes(anonymous)), \(megabytes(anonymous - buffers)) of it without the \
      picture's buffers
      """
  }
}

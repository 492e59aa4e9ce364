internal import ArgumentParsing
internal import Glibc
internal import JSON
internal import Linux
internal import Program

struct ReloadCommand: Command {
  static let description = CommandDescription(
    name: "reload",
    abstract: "How long after a save the panel shows it.",
    discussion: """
      A layout is saved again and again beside a running panel of its own, without a display. \
      Measured is from each save to the frame that shows it, less the pause in which an editor \
      may go on saving.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "As JSON instead of a line for people."),
      .option("knobs", \.knobs, help: "Knobs of the layout.").within(1...1024),
      .option("saves", \.saves, help: "How often it is saved.").within(1...100_000),
    ]
  }

  private var json = false
  private var knobs = 64
  private var saves = 100

  func run() throws {
    let times = try ReloadRun(knobs: knobs).run(saves: saves).sorted()
    let p50 = times[times.count / 2] / 1000
    let p99 = times[min(times.count * 99 / 100, times.count - 1)] / 1000
    let pause = Double(SettlingTime.pauseMicroseconds) / 1000
    if json {
      let object: [(String, JSONValue)] = [
        ("knobs", .number(Double(knobs))), ("saves", .number(Double(saves))),
        ("pauseMilliseconds", .number(pause)), ("p50Milliseconds", .number(p50)),
        ("p99Milliseconds", .number(p99)),
      ]
      Output.standard.print(JSONValue.object(object).text)
    } else {
      let figures = [p50, p99].map { "\(JSONText.number($0, decimals: 1)) ms" }
      Output.standard.print(
        "save to frame, \(knobs) knobs: p50 \(figures[0]), p99 \(figures[1]) "
          + "after a pause of \(JSONText.number(pause)) ms")
    }
  }
}

/// A panel in a separate process whose layout is saved again after each reload.
private final class ReloadRun {
  private let knobs: Int
  private let folder: String
  /// The number of saves.
  private var count = 0

  init(knobs: Int) throws {
    self.knobs = knobs
    var template = Array("/tmp/knobpanel-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Problem("no folder can be made in /tmp", advice: "Make room there.")
    }
    folder = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  deinit {
    for name in ["panel.yaml", "new"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// Saves the layout a number of times and waits for each frame.
  ///
  /// - Parameter saves: The number of saves.
  /// - Throws: `Problem` or `SystemError` if a save or the panel fails.
  /// - Returns: Microseconds from each save to its frame, less the pause.
  func run(saves: Int) throws -> [Double] {
    try save()
    let panel = try PanelProcess("\(folder)/panel.yaml")
    _ = try panel.firstFrame()
    return try (0..<saves).map { _ in
      usleep(10_000)
      let start = try save()
      _ = try panel.firstFrame()
      return Double(MonotonicClock.microseconds - start - SettlingTime.pauseMicroseconds)
    }
  }

  /// Replaces the layout file as editors do; returns the time in microseconds.
  @discardableResult
  private func save() throws -> Int64 {
    do {
      let file = try FileDescriptor.open(
        "\(folder)/new", flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
      guard Output(descriptor: file.number).write(Array(text.utf8)) else {
        throw Problem("\(folder)/new cannot be written")
      }
    }
    count += 1
    let time = MonotonicClock.microseconds
    _ = try check("rename", folder) { rename("\(folder)/new", "\(folder)/panel.yaml") }
    return time
  }

  /// A layout in which the size of one knob alternates from save to save.
  private var text: String {
    let columns = Int(Double(knobs).squareRoot().rounded(.up))
    let (width, height) = (1280.0 / Double(columns), 800.0 / Double(columns))
    var text = "version: 1\npanel: {size: [1280, 800]}\nknobs:\n"
    for knob in 0..<knobs {
      let x = (Double(knob % columns) + 0.5) * width
      let y = (Double(knob / columns) + 0.5) * height
      let diameter = height * 0.7 + (knob == 0 ? Double(count % 2) : 0)
      text += """
          knob-\(knob): {name: Room \(knob), center: [\(x), \(y)], diameter: \(diameter), \
        unit: "%", step: 1, default: 20, value: \(knob % 100)}

        """
    }
    return text
  }
}

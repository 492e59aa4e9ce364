internal import ArgumentParsing
internal import Benchmarks
internal import JSON
internal import Linux
internal import Program

struct ReloadCommand: Command {
  static let description = CommandDescription(
    name: "reload",
    abstract: "Measures the time from a save to its picture, and the effect on a turn.",
    discussion: """
      A panel without a display shows a layout, which is saved again and again while one of its \
      knobs is set 60 times a second. Measured are the time from each save to the frame that shows \
      it, without the pause in which an editor may still be saving, and how many of the 60 frames \
      a second are missed because the panel answers after the next one is due.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "Print JSON instead of text."),
      .option("knobs", \.knobs, help: "The number of knobs of the layout.").within(1...1024),
      .option("pictures", \.pictures, help: "The number of its pictures, of 3840x2160 pixels.")
        .within(0...64),
      .option("saves", \.saves, help: "The number of saves.").within(1...100_000),
    ]
  }

  private var json = false
  private var knobs = 64
  private var pictures = 0
  private var saves = 100

  func run() throws {
    let result = try ReloadRun(knobs: knobs, pictures: pictures).run(saves: saves)
    let times = Percentiles(result.showMicroseconds.map { $0 / 1000 })
    let pause = Double(SettlingTime.pauseMicroseconds) / 1000
    if json {
      let object: [(String, JSONValue)] = [
        ("knobs", .number(Double(knobs))), ("pictures", .number(Double(pictures))),
        ("saves", .number(Double(saves))), ("pauseMilliseconds", .number(pause)),
        ("p50Milliseconds", .number(times.p50)), ("p99Milliseconds", .number(times.p99)),
        ("frames", .number(Double(result.frameCount))),
        ("missedFrames", .number(Double(result.missedCount))),
        ("longestRoundMilliseconds", .number(result.longestRoundMilliseconds)),
        ("longestDrawingMilliseconds", .number(result.longestDrawingMilliseconds)),
        ("longestAnswerMilliseconds", .number(Double(result.longestAnswerMicroseconds) / 1000)),
      ]
      Output.standard.print(JSONValue.object(object).text)
      return
    }
    func text(_ milliseconds: Double) -> String {
      "\(JSONText.number(milliseconds, decimals: 1)) ms"
    }
    Output.standard.print(
      """
      \(knobs) knobs, \(pictures) pictures, \(saves) saves
        save to frame           \(times.text), after a pause of \(text(pause))
        frames missed           \(result.missedCount) of \(result.frameCount)
        longest round           \(text(result.longestRoundMilliseconds)) without drawing
        longest drawing         \(text(result.longestDrawingMilliseconds))
        longest answer          \(text(Double(result.longestAnswerMicroseconds) / 1000))
      """)
  }
}

internal import ArgumentParsing
internal import Benchmarks
internal import JSON
internal import Program

struct FeelCommand: Command {
  static let description = CommandDescription(
    name: "feel",
    abstract: "Measures how exactly knobs follow fingers: ours, and the five it descends from.",
    discussion: """
      Finger paths of every kind are played into the real panel and into models of
      MHRotaryKnob, Kodeco's knob, bradhowes/Knob, Raumfeld's one-finger rotation and
      SMRotaryWheel. Errors are percent of the range against the true path; `best_or_equal`
      means that no other knob in the row is better by a noticeable amount: a quarter percent
      of the range, or the time between two reports.

      Also: the drawn pointer's distance from the finger when a frame becomes visible, how a
      resting finger's first movement is detected, and whether noise moves a knob under it.
      """)

  static var parameters: [Parameter<Self>] {
    [.flag("json", \.json, help: "Print JSON instead of text.")]
  }

  private var json = false

  func run() throws {
    let (table, drawn) = (FeelTable(), DrawnTable())
    let (first, rests) = (FirstMovementTable(), RestTable())
    guard json else {
      let texts = [table.text, drawn.text, first.text, rests.text]
      Output.standard.print(texts.joined(separator: "\n"))
      return
    }
    let all = JSONValue.object([
      ("rows", table.json), ("drawn", drawn.json), ("first_movement", first.json),
      ("rests", rests.json),
    ])
    Output.standard.print(all.text)
  }
}

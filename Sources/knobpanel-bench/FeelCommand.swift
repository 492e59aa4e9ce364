internal import ArgumentParser
internal import FeelBench
internal import JSON
internal import Program

struct FeelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feel",
    abstract: "How exactly knobs follow fingers: ours, and the five it descends from.",
    discussion: """
      Finger paths of every kind are played into the real panel and into models of
      MHRotaryKnob, Kodeco's knob, bradhowes/Knob, Raumfeld's one-finger rotation and
      SMRotaryWheel. Errors are percent of the range against the true path; `best_or_equal`
      means that no other one in the row is better by what a person could notice: a quarter
      percent of the range, or the time between two reports.
      """)

  @Flag(help: "As JSON instead of lines for people.")
  var json = false

  func run() throws {
    let table = FeelTable()
    Output.standard.print(json ? table.json.text : table.text)
  }
}

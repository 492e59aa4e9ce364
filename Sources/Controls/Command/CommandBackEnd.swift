package import LayoutFile
package import Linux

/// `control: {command: …}`: programs that set and report values.
package struct CommandBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .command }

  package var runsPrograms: Bool { true }

  package func makeFactory(on loop: EventLoop) -> CommandControlFactory {
    CommandControlFactory(loop: loop)
  }
}

/// Makes command controls; those with the same program share the thread that starts it.
package final class CommandControlFactory: ControlFactory {
  private struct Shared {
    weak var starter: ProgramStarter?
  }

  private unowned let loop: EventLoop
  private let endingPrograms: EndingPrograms
  /// The starters by program; each exists as long as a control uses it.
  private var starters: [String: Shared] = [:]

  init(loop: EventLoop) {
    self.loop = loop
    endingPrograms = EndingPrograms()
  }

  package func makeControl(_ settings: CommandSettings) -> any Control {
    let program = settings.programs.first?.arguments.first ?? ""
    return CommandControl(
      settings, starter: starter(for: program), ending: endingPrograms, loop: loop)
  }

  private func starter(for program: String) -> ProgramStarter {
    if let starter = starters[program]?.starter { return starter }
    let starter = ProgramStarter(loop: loop)
    starters = starters.filter { $0.value.starter != nil }
    starters[program] = Shared(starter: starter)
    return starter
  }
}

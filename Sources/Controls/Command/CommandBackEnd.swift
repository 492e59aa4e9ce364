package import LayoutFile
package import Linux

/// `control: {command: …}`: programs that set and report values.
///
/// Controls with the same program share the thread that starts it.
package struct CommandBackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .command }

  package var runsPrograms: Bool { true }

  package func makeFactory(on loop: EventLoop) -> some ControlFactory {
    // Released with the factory and its controls.
    let endingPrograms = EndingPrograms()
    return SharingFactory(
      on: loop, server: \CommandSettings.firstProgram, connect: { ProgramStarter(loop: $1) },
      control: { CommandControl($0, starter: $1, ending: endingPrograms, loop: $2) })
  }
}

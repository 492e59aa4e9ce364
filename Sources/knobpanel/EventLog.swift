internal import Gesture
internal import Glibc
internal import LayoutFile
internal import Linux
internal import Panel

/// Writes panel events as lines of JSON, to standard output ("-") or to a file.
final class EventLog {
  private let output: Output
  private let file: Int32?
  private let origin: Timestamp
  private var isOpen = true

  /// Opens `target`; times count from `origin`.
  init(target: String, origin: Timestamp) throws {
    self.origin = origin
    guard target != "-" else {
      output = .standard
      file = nil
      return
    }
    do {
      let number = try FileDescriptor.open(
        target, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644
      ).release()
      output = Output(descriptor: number)
      file = number
    } catch {
      throw Problem(
        "cannot write events: \(error)",
        advice: "Name a file that can be written, or - for standard output.")
    }
  }

  deinit {
    if let file { close(file) }
  }

  /// Writes the events; once nobody reads any more, later ones are dropped.
  func write(_ events: [PanelEvent], of layout: Layout) {
    guard isOpen, !events.isEmpty else { return }
    var text = ""
    for event in events {
      text += event.json(knobID: layout.knobs[event.knob].id, origin: origin) + "\n"
    }
    isOpen = output.write(Array(text.utf8))
    if !isOpen {
      Output.error.print("knobpanel: nobody reads the events any more; going on without")
    }
  }
}

internal import Gesture
internal import Glibc
internal import Layout
internal import Linux
internal import Panel
internal import Program

/// Writes panel events as lines of JSON, to standard output ("-") or to a file.
final class EventLog {
  /// What to do when the reader is slower than the fingers.
  enum Patience {
    /// Wait for it: nothing is lost.
    case waits
    /// Keep the lines for it, up to a limit; a panel never stands still because of a log.
    case keeps
  }

  private let output: Output
  private let file: Int32?
  private let origin: Timestamp
  private let patience: Patience
  private var waiting: [UInt8] = []
  private var isOpen = true

  /// A reader that is this far behind has gone to sleep.
  private static let limit = 1 << 20
  /// A pipe that is ready takes at least so much without waiting (`PIPE_BUF`, pipe(7)).
  private static let portion = 4096

  /// Opens `target`; times count from `origin`.
  convenience init(target: String, origin: Timestamp, patience: Patience) throws {
    var file: Int32?
    if target != "-" {
      do {
        file = try FileDescriptor.open(target, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
          .release()
      } catch {
        throw Problem(
          "cannot write events: \(error)",
          advice: "Name a file that can be written, or - for standard output.")
      }
    }
    self.init(
      output: file.map { Output(descriptor: $0) } ?? .standard, file: file, origin: origin,
      patience: patience)
  }

  /// Writes to an open descriptor; closes `file` at the end.
  init(output: Output, file: Int32?, origin: Timestamp, patience: Patience) {
    self.output = output
    self.file = file
    self.origin = origin
    self.patience = patience
  }

  deinit {
    if let file { close(file) }
  }

  /// Writes the events; once nobody reads any more, later ones are dropped.
  func write(_ events: [PanelEvent], of layout: LayoutDocument) {
    guard isOpen, !events.isEmpty || !waiting.isEmpty else { return }
    for event in events {
      waiting += event.json(of: layout, origin: origin).utf8
      waiting.append(UInt8(ascii: "\n"))
    }
    switch patience {
    case .waits:
      isOpen = output.write(waiting)
      waiting.removeAll(keepingCapacity: true)
    case .keeps: writeWhatIsTaken()
    }
    if !isOpen { giveUp("nobody reads the events any more") }
    if waiting.count > Self.limit { giveUp("nobody has read the events for long") }
  }

  private func writeWhatIsTaken() {
    var written = 0
    while written < waiting.count, isOpen, output.isReady {
      let end = min(written + Self.portion, waiting.count)
      isOpen = output.write(Array(waiting[written..<end]))
      written = end
    }
    waiting.removeFirst(written)
  }

  private func giveUp(_ reason: String) {
    isOpen = false
    waiting = []
    Output.error.print("knobpanel: \(reason); going on without")
  }
}

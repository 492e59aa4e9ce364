internal import Gesture
internal import Glibc
internal import Layout
internal import Linux
internal import Panel
internal import Program

/// Writes panel events as lines of JSON, to standard output ("-") or to a file.
final class EventLog {
  /// What to do when the reader is slower than events arrive.
  enum Backpressure {
    /// Block until the reader has caught up; no line is lost.
    case block
    /// Buffer lines up to a limit and never block the event loop; beyond it, logging stops.
    case buffer
  }

  private let output: Output
  private let file: Int32?
  private let origin: Timestamp
  private let backpressure: Backpressure
  /// Bytes that have not been written yet.
  private var pending: [UInt8] = []
  private var isOpen = true

  /// The most bytes that are buffered while the reader does not read.
  private static let pendingLimit = 1 << 20
  /// Bytes that a pipe which polls writable accepts without blocking (`PIPE_BUF`, pipe(7)).
  private static let chunkSize = 4096

  /// Opens `target`, a path or "-"; event times are seconds since `origin`.
  ///
  /// - Throws: `Problem` if the file cannot be opened for writing.
  convenience init(target: String, origin: Timestamp, backpressure: Backpressure) throws {
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
      backpressure: backpressure)
  }

  /// Writes to an open descriptor; closes `file` at the end.
  init(output: Output, file: Int32?, origin: Timestamp, backpressure: Backpressure) {
    self.output = output
    self.file = file
    self.origin = origin
    self.backpressure = backpressure
  }

  deinit {
    if let file { close(file) }
  }

  /// Writes the events; after the reader has closed its end or fallen too far behind, drops them.
  func write(_ events: [PanelEvent], of layout: LayoutDocument) {
    guard isOpen, !events.isEmpty || !pending.isEmpty else { return }
    for event in events {
      pending += event.json(of: layout, origin: origin).utf8
      pending.append(UInt8(ascii: "\n"))
    }
    switch backpressure {
    case .block:
      isOpen = output.write(pending)
      pending.removeAll(keepingCapacity: true)
    case .buffer: writeWithoutBlocking()
    }
    if !isOpen { giveUp("nobody reads the events any more") }
    if pending.count > Self.pendingLimit { giveUp("nobody has read the events for long") }
  }

  private func writeWithoutBlocking() {
    var written = 0
    while written < pending.count, isOpen, output.isReady {
      let end = min(written + Self.chunkSize, pending.count)
      isOpen = output.write(Array(pending[written..<end]))
      written = end
    }
    pending.removeFirst(written)
  }

  private func giveUp(_ reason: String) {
    isOpen = false
    pending = []
    Output.error.print("knobpanel: \(reason); going on without")
  }
}

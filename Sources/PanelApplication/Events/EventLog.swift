internal import Diagnostics
package import Gesture
package import Layout
package import Linux
package import Panel
internal import Program

/// Takes what happens on a panel.
package protocol EventReceiver: AnyObject {
  /// Takes events of a panel with this layout, oldest first.
  func write(_ events: [PanelEvent], of layout: LayoutDocument)
}

/// Writes panel events as lines of JSON, to standard output ("-") or to a file.
package final class EventLog: EventReceiver {
  /// Who waits while the reader is slower than events arrive.
  package enum Waiting {
    /// The caller: no line is lost.
    case caller
    /// A thread: lines wait up to a limit, beyond which the oldest are dropped and counted.
    case thread
  }

  private enum Way {
    case direct(LineDelivery<EventTarget>)
    case background(LineWriter)
  }

  private let origin: Timestamp
  private var way: Way

  /// The most bytes of events that wait for their reader.
  package static let byteLimit = 1 << 20
  /// How long `close` waits for the reader.
  private static let patienceMilliseconds: Int32 = 500

  /// Opens `target`, a path or "-", without waiting for a reader.
  ///
  /// - Parameters:
  ///   - target: Where the events go.
  ///   - origin: The moment from which the times of events are counted, in seconds.
  ///   - waiting: Who waits for a slow reader.
  ///   - fileByteLimit: The most bytes of a file, before it is renamed and another one begins; nil for
  ///     no limit.
  ///   - report: Told, in one line and from any thread, what keeps events from being written.
  /// - Throws: `Problem` if the target cannot be opened for writing.
  package init(
    target: String, origin: Timestamp, waiting: Waiting, fileByteLimit: Int? = nil,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    self.origin = origin
    do throws(SystemError) {
      let target = try EventTarget(target, fileLimit: fileByteLimit, report: report)
      switch waiting {
      case .caller: way = .direct(LineDelivery(to: target))
      case .thread: way = .background(try LineWriter(to: target, byteLimit: Self.byteLimit))
      }
    } catch {
      throw Problem(
        "cannot write events: \(error)",
        advice: "Name a file or a pipe that can be written, or - for standard output.")
    }
  }

  /// Writes the events, or counts those that cannot be written.
  package func write(_ events: [PanelEvent], of layout: LayoutDocument) {
    for event in events {
      let line = event.json(of: layout, origin: origin)
      write(line: VisibleText.escapedJSON(line + "\n"))
    }
  }

  private func write(line: [UInt8]) {
    switch way {
    case .direct(var delivery):
      delivery.deliver(line)
      way = .direct(delivery)
    case .background(let writer): writer.write(line)
    }
  }

  /// Why an event was not written, where the caller waits.
  package var failure: SystemError? {
    if case .direct(let delivery) = way { delivery.firstFailure } else { nil }
  }

  /// Ends the thread, if there is one, after its reader had some time to take what waits.
  package func close() {
    if case .background(let writer) = way {
      writer.end(withinMilliseconds: Self.patienceMilliseconds)
    }
  }
}

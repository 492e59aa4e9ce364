internal import Diagnostics
package import Gesture
package import Layout
package import Linux
package import Panel
internal import Program

/// A receiver of panel events.
package protocol EventReceiver: AnyObject {
  /// Receives events of a panel with this layout, oldest first.
  func write(_ events: [PanelEvent], of layout: LayoutDocument)
}

/// Writes panel events as lines of JSON, to standard output ("-") or to a file.
package final class EventLog: EventReceiver {
  /// What waits while the reader is slower than the events.
  package enum Waiting {
    /// The caller; no line is lost.
    case caller
    /// A thread; lines are queued up to a limit, beyond which the oldest are dropped and counted.
    case thread
  }

  private enum Route {
    case direct(LineDelivery<EventTarget>)
    case background(LineWriter)
  }

  private let origin: Timestamp
  private let utcOffsetMicroseconds: () -> Int64?
  private var route: Route

  /// The maximum number of bytes queued for the reader.
  package static let byteLimit = 1 << 20
  /// How long `close` waits for the reader.
  private static let patienceMilliseconds: Int32 = 500

  /// Opens `target`, a path or "-", without waiting for a reader.
  ///
  /// - Parameters:
  ///   - target: The destination of the events.
  ///   - origin: The zero point of event times, which are in seconds.
  ///   - utcOffsetMicroseconds: Returns microseconds of UTC minus those of events' times; nil for
  ///     events without a date.
  ///   - waiting: What waits for a slow reader.
  ///   - fileByteLimit: The maximum size of a file in bytes, before it is renamed and a new one
  ///     begins; nil for no limit.
  ///   - report: Called from any thread with one line that says why events cannot be written.
  /// - Throws: `Problem` if the target cannot be opened for writing.
  package init(
    target: String, origin: Timestamp, utcOffsetMicroseconds: @escaping () -> Int64? = { nil },
    waiting: Waiting, fileByteLimit: Int? = nil,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    self.origin = origin
    self.utcOffsetMicroseconds = utcOffsetMicroseconds
    do throws(SystemError) {
      let target = try EventTarget(target, fileLimit: fileByteLimit, report: report)
      switch waiting {
      case .caller: route = .direct(LineDelivery(to: target))
      case .thread: route = .background(try LineWriter(to: target, byteLimit: Self.byteLimit))
      }
    } catch {
      throw Problem(
        "cannot write events: \(error)",
        advice: "Use a writable file or pipe, or - for standard output.")
    }
  }

  /// Writes the events, or counts those that cannot be written.
  package func write(_ events: [PanelEvent], of layout: LayoutDocument) {
    let clock = EventClock(origin: origin, utcOffsetMicroseconds: utcOffsetMicroseconds())
    for event in events {
      let line = event.json(of: layout, clock: clock)
      write(line: VisibleText.escapedJSON(line + "\n"))
    }
  }

  private func write(line: [UInt8]) {
    switch route {
    case .direct(var delivery):
      delivery.deliver(line)
      route = .direct(delivery)
    case .background(let writer): writer.write(line)
    }
  }

  /// The first write error if the caller waits; otherwise nil.
  package var failure: SystemError? {
    if case .direct(let delivery) = route { delivery.firstFailure } else { nil }
  }

  /// Ends the thread, if any, after giving the reader some time to take the queued lines.
  package func close() {
    if case .background(let writer) = route {
      writer.end(withinMilliseconds: Self.patienceMilliseconds)
    }
  }
}

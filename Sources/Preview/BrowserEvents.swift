internal import Gesture
internal import Layout
internal import Panel
internal import PanelApplication

/// Keeps what happened on the panel until browsers are told.
final class BrowserEvents: EventReceiver {
  private let origin: Timestamp
  private var lines: [String] = []

  /// - Parameter origin: The moment from which the times of events are counted.
  init(origin: Timestamp) {
    self.origin = origin
  }

  func write(_ events: [PanelEvent], of layout: LayoutDocument) {
    lines += events.map { $0.json(of: layout, origin: origin) }
  }

  /// The lines since this was called last.
  func take() -> [String] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }
}

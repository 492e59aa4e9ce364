internal import Gesture
internal import Layout
internal import Panel
internal import PanelApplication

/// Buffers panel events until they are sent to browsers.
final class BrowserEvents: EventReceiver {
  private let origin: Timestamp
  private var lines: [String] = []

  /// - Parameter origin: The zero point of event times.
  init(origin: Timestamp) {
    self.origin = origin
  }

  func write(_ events: [PanelEvent], of layout: LayoutDocument) {
    lines += events.map { $0.json(of: layout, origin: origin) }
  }

  /// Returns the lines since the last call.
  func take() -> [String] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }
}

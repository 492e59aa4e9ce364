internal import Controls
internal import Diagnostics
internal import JSON
internal import Layout
internal import Logging
internal import Panel

/// Messages to the people at the panel.
extension Application {
  /// Shows or withdraws a message.
  func handle(_ request: MessageRequest, from source: EventSource) {
    panel.handle(request, at: loop.now, from: source)
  }

  /// Shows what the layout's source of messages reports; reports an error in it once.
  func handleMessage(_ event: ControlEvent) {
    let report: String
    switch event {
    case .text(let text): report = text
    // A text of digits only, as for labels.
    case .level(let level): report = JSONText.number(level * 100)
    case .unknown, .offline, .muted, .follower, .unreadable, .described: return
    }
    do throws(MessageRequest.Fault) {
      handle(try MessageRequest(report: report), from: layout.source(of: .messages))
      refusedMessage = nil
    } catch {
      guard refusedMessage != error.message else { return }
      refusedMessage = error.message
      let advice = error.advice.map { "; \($0)" } ?? ""
      log.warning(
        "messages: \(VisibleText.quoted(String(report.prefix(40)))): \(error.message)\(advice)")
    }
  }
}

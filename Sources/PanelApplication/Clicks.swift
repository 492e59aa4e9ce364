internal import Controls
internal import Layout
internal import Logging
internal import Panel

extension ClickSettings {
  /// How a layout's clicks are played; nil for not at all.
  init?(_ clicks: ClickLayout) {
    guard clicks.isOn, clicks.volume > 0 else { return nil }
    self.init(device: clicks.device, volume: clicks.volume)
  }
}

extension Click {
  /// The one that is heard for what fingers did; nil for none.
  init?(_ feedback: Feedback) {
    if feedback.contains(.end) {
      self = .end
    } else if feedback.contains(.press) {
      self = .press
    } else if feedback.contains(.detent) {
      self = .detent
    } else {
      return nil
    }
  }
}

extension Logger {
  func report(_ clicks: ClickReport) {
    switch clicks {
    case .failed: warning("\(clicks)")
    case .recovered: notice("\(clicks)")
    case .opened: debug("\(clicks)")
    }
  }
}

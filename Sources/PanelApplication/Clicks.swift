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

extension ClickLayout {
  /// Whether ALSA opens nothing but a device by this name: the PCMs `file` and `tee` write into files
  /// and start programs, and a name can have a definition in it.
  var namesDevice: Bool {
    let parts = device.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return device.utf8.allSatisfy { Self.nameBytes.contains($0) }
      && !parts.contains("file") && !parts.contains("tee")
  }

  private static let nameBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:=,._-".utf8)
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

internal import Controls
internal import Layout
internal import Logging
internal import Panel

extension ClickSettings {
  /// Creates the settings for a layout's clicks; returns nil if they are off or silent.
  init?(_ clicks: ClickLayout) {
    guard clicks.isOn, clicks.volume > 0 else { return nil }
    self.init(device: clicks.device, volume: clicks.volume)
  }
}

extension ClickLayout {
  /// Whether ALSA can only open a device by this name.
  ///
  /// The PCMs `file` and `tee` write to files and start programs; a name can contain a definition.
  var namesDevice: Bool {
    let parts = device.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return device.utf8.allSatisfy { Self.nameBytes.contains($0) }
      && !parts.contains("file") && !parts.contains("tee")
  }

  private static let nameBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:=,._-".utf8)
}

extension Click {
  /// Selects the click for touch feedback; returns nil if there is none.
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

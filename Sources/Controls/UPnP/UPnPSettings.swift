public import Layout

/// What one knob drives: the RenderingControl of a speaker on the network, as read from the layout.
public struct UPnPSettings: ControlSettings {
  /// Its friendly name, or its unique name (UDN) with or without `uuid:`.
  public var speaker: String
  /// Where its description is; nil to look for it on the network.
  public var location: String?

  /// Creates the settings of a control.
  public init(speaker: String, location: String? = nil) {
    (self.speaker, self.location) = (speaker, location)
  }

  /// Whether a device is meant.
  func matches(_ device: UPnPDevice) -> Bool {
    if device.name == speaker { return true }
    let id = speaker.lowercased()
    return device.id == id || SSDPMessage.id(id) == device.id
  }
}

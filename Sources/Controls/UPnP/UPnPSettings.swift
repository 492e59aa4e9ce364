public import Layout

/// What one knob drives: the RenderingControl of a speaker on the network, as read from the layout.
public struct UPnPSettings: ControlSettings {
  /// Its friendly name, or its unique name (UDN) with or without `uuid:`.
  public var speaker: String
  /// A room of a Raumfeld system instead: its name; nil for a speaker.
  public var room: String?
  /// Where the speaker's description is; nil to look for it on the network.
  public var location: String?

  /// Creates the settings of a control.
  public init(speaker: String = "", room: String? = nil, location: String? = nil) {
    (self.speaker, self.room, self.location) = (speaker, room, location)
  }

  /// For messages, such as `speaker "Kitchen"`.
  var title: String { room.map { "room \"\($0)\"" } ?? "speaker \"\(speaker)\"" }

  /// The id of the device that is meant, if `speaker` is one.
  var speakerID: String? { SSDPMessage.id(speaker) }

  /// Whether a device is meant by `speaker`.
  func matches(_ device: UPnPDevice) -> Bool {
    device.name == speaker || device.id == speakerID
  }
}

public import Layout

/// The speaker or room that one knob drives, as read from the layout.
public struct UPnPSettings: ControlSettings {
  /// Its friendly name, or its unique name (UDN) with or without `uuid:`.
  public var speaker: String
  /// The name of a room of a Raumfeld system, used instead of `speaker`; nil for a speaker.
  public var room: String?
  /// The URL of the speaker's description; nil to search the network.
  public var location: String?

  /// Creates the settings of a control.
  public init(speaker: String = "", room: String? = nil, location: String? = nil) {
    (self.speaker, self.room, self.location) = (speaker, room, location)
  }

  /// The title in messages, such as `speaker "Kitchen"`.
  var title: String { room.map { "room \"\($0)\"" } ?? "speaker \"\(speaker)\"" }

  /// The device's ID, if `speaker` is one.
  var speakerID: String? { SSDPMessage.id(speaker) }

  /// Whether `speaker` names a device.
  func matches(_ device: UPnPDevice) -> Bool {
    device.name == speaker || device.id == speakerID
  }
}

internal import Layout

/// The speaker or room that one knob drives, as read from the layout.
struct UPnPSettings: ControlSettings {
  static let backEnd = "upnp"

  /// Its friendly name, or its unique name (UDN) with or without `uuid:`.
  var speaker = ""
  /// The name of a room of a Raumfeld system, used instead of `speaker`; nil for a speaker.
  var room: String?
  /// The URL of the speaker's description; nil to search the network.
  var location: String?

  /// The title in messages, such as `speaker "Kitchen"`.
  var title: String { room.map { "room \"\($0)\"" } ?? "speaker \"\(speaker)\"" }

  /// The device's ID, if `speaker` is one.
  var speakerID: String? { SSDPMessage.id(speaker) }

  /// Whether `speaker` names a device.
  func matches(_ device: UPnPDevice) -> Bool {
    device.name == speaker || device.id == speakerID
  }
}

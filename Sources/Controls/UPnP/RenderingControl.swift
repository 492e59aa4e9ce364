/// The actions of RenderingControl (SOAP 1.1) for instance 0 and channel Master.
enum RenderingControl {
  /// Returns the request for an action on channel Master, or on a room of a Raumfeld zone.
  ///
  /// - Parameters:
  ///   - action: The action's name, which contains `Room` for a room.
  ///   - argument: An argument besides instance, channel and room; nil for none.
  ///   - room: The unique name of the room; nil for channel Master.
  ///   - device: The speaker, or the zone's renderer.
  /// - Returns: The request.
  static func request(
    _ action: String, _ argument: (name: String, value: String)? = nil, room: String? = nil,
    to device: UPnPDevice
  ) -> HTTPExchange.Request {
    var arguments = [("InstanceID", "0")]
    // Raumfeld's SetRoomVolume and SetRoomMute have no channel; its other actions do.
    if room == nil || argument == nil { arguments.append(("Channel", "Master")) }
    if let room { arguments.append(("Room", room)) }
    if let argument { arguments.append(argument) }
    var body = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<s:Envelope "
    body += "xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\" "
    body += "s:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\"><s:Body>"
    body += "<u:\(action) xmlns:u=\"\(XMLText.escaped(device.serviceType))\">"
    for argument in arguments {
      body += "<\(argument.0)>\(XMLText.escaped(argument.1))</\(argument.0)>"
    }
    body += "</u:\(action)></s:Body></s:Envelope>\r\n"
    let type = device.serviceType.filter { $0 != "\"" && !$0.isNewline }
    return HTTPExchange.Request(
      method: "POST", address: device.control,
      headers: [
        ("CONTENT-TYPE", "text/xml; charset=\"utf-8\""), ("SOAPACTION", "\"\(type)#\(action)\""),
      ], body: body)
  }

  /// Returns an argument of a response; nil if it is missing.
  static func argument(_ name: String, of body: [UInt8]) -> String? {
    XMLElement.parse(body)?.all(name).first?.text
  }

  /// Returns the error in a response, such as `718: Invalid InstanceID`; nil if there is none.
  static func error(_ body: [UInt8]) -> String? {
    guard let error = XMLElement.parse(body)?.all("UPnPError").first else { return nil }
    let code = error["errorCode"]?.text ?? "?"
    return "\(code): \(error["errorDescription"]?.text ?? "")"
  }

  /// The changes to channel Master in an event; what the event does not mention is nil.
  struct Change: Equatable {
    var volume: Int32?
    var isMuted: Bool?
    /// Whether a volume or mute cannot be read, or belongs only to other channels.
    var isUnclear = false
    /// The volumes of a Raumfeld zone, by the room's unique name.
    var roomVolumes: [String: Int32] = [:]
    /// Whether the event mentions room mutes.
    var hasRoomMutes = false

    /// Parses the body of an event, whose `LastChange` is XML in XML (RenderingControl:1, 2.2.24);
    /// nil if it is not one.
    init?(_ body: [UInt8]) {
      guard let set = XMLElement.parse(body), set.name == "propertyset",
        let text = set.all("LastChange").first?.text,
        let event = XMLElement.parse(Array(text.utf8)), event.name == "Event"
      else { return nil }
      let instances = event.all("InstanceID").filter { $0.attributes["val"] == "0" }
      var mentioned: Set<String> = []
      for element in instances.flatMap(\.children) {
        let value = element.attributes["val"] ?? ""
        // Speakers with one channel omit it.
        let channel = element.attributes["channel"] ?? element.attributes["Channel"] ?? "Master"
        switch element.name {
        case "RoomVolumes": roomVolumes = Change.volumes(value)
        case "RoomMutes": hasRoomMutes = true
        case "Volume" where channel == "Master": volume = Int32(value)
        case "Mute" where channel == "Master": isMuted = RenderingControl.flag(value)
        default: break
        }
        mentioned.insert(element.name)
      }
      isUnclear =
        (mentioned.contains("Volume") && volume == nil)
        || (mentioned.contains("Mute") && isMuted == nil)
        || (mentioned.contains("RoomVolumes") && roomVolumes.isEmpty)
    }

    /// Parses room volumes, such as `uuid:1=26,uuid:2=41`.
    private static func volumes(_ text: String) -> [String: Int32] {
      var volumes: [String: Int32] = [:]
      for pair in text.split(separator: ",").prefix(RaumfeldRooms.limit) {
        guard let sign = pair.lastIndex(of: "="),
          let volume = Int32(pair[pair.index(after: sign)...])
        else { continue }
        volumes[pair[..<sign].lowercased()] = volume
      }
      return volumes
    }
  }

  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: nil
    }
  }
}

/// The actions of RenderingControl (SOAP 1.1) for the instance 0 and the channel Master.
enum RenderingControl {
  static func request(
    _ action: String, _ arguments: [(name: String, value: String)] = [], to device: UPnPDevice
  ) -> HTTPExchange.Request {
    var body = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<s:Envelope "
    body += "xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\" "
    body += "s:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\"><s:Body>"
    body += "<u:\(action) xmlns:u=\"\(XMLText.escaped(device.serviceType))\">"
    for argument in [("InstanceID", "0"), ("Channel", "Master")] + arguments {
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

  /// An argument of an answer; nil if it is missing.
  static func argument(_ name: String, of body: [UInt8]) -> String? {
    XMLElement.parse(body)?.all(name).first?.text
  }

  /// The error that a speaker tells, such as `718: Invalid InstanceID`; nil if it tells none.
  static func error(_ body: [UInt8]) -> String? {
    guard let error = XMLElement.parse(body)?.all("UPnPError").first else { return nil }
    let code = error["errorCode"]?.text ?? "?"
    return "\(code): \(error["errorDescription"]?.text ?? "")"
  }

  /// What an event tells of the channel Master; what it does not mention is nil.
  struct Change: Equatable {
    var volume: Int?
    var isMuted: Bool?

    /// Reads the body of an event, whose `LastChange` is XML in XML (RenderingControl:1, 2.2.24); nil
    /// if it is none.
    init?(_ body: [UInt8]) {
      guard let set = XMLElement.parse(body), set.name == "propertyset",
        let text = set.all("LastChange").first?.text,
        let event = XMLElement.parse(Array(text.utf8)), event.name == "Event"
      else { return nil }
      let instances = event.all("InstanceID").filter { $0.attributes["val"] == "0" }
      for element in instances.flatMap(\.children) {
        // Speakers with one channel leave it out.
        guard
          ["Master", nil].contains(element.attributes["channel"] ?? element.attributes["Channel"])
        else { continue }
        let value = element.attributes["val"] ?? ""
        if element.name == "Volume" { volume = Int(value) }
        if element.name == "Mute" { isMuted = RenderingControl.flag(value) }
      }
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

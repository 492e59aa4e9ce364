/// A message of SSDP: an answer to a search, or an announcement (UPnP Device Architecture 1.1,
/// section 1).
struct SSDPMessage: Equatable {
  enum Kind: Equatable {
    /// The device is there, with its description at this address.
    case alive(HTTPAddress)
    case byebye
  }

  static let group = "239.255.255.250"
  static let port: UInt16 = 1900
  static let renderer = "urn:schemas-upnp-org:device:MediaRenderer:1"
  /// What the search for all renderers sends.
  static let search = Array(
    ("M-SEARCH * HTTP/1.1\r\nHOST: \(group):\(port)\r\nMAN: \"ssdp:discover\"\r\nMX: 1\r\n"
      + "ST: \(renderer)\r\nUSER-AGENT: Linux/5 UPnP/1.1 knobpanel/1\r\n\r\n").utf8)

  let kind: Kind
  /// The device's unique name without `uuid:`, in small letters.
  let id: String
  /// The type of device or service that it is about.
  let type: String

  /// Reads a message; nil if it is of another kind, or its description is not at the sender's
  /// address.
  init?(_ bytes: [UInt8], from sender: String) {
    guard let head = String(validating: bytes, as: UTF8.self),
      let message = try? HTTPReader.message(head), let name = message.headers["usn"],
      let id = Self.id(name)
    else { return nil }
    self.id = id
    let isAnswer = message.status == 200
    guard isAnswer || message.firstLine.hasPrefix("NOTIFY ") else { return nil }
    type = message.headers[isAnswer ? "st" : "nt"] ?? ""
    if !isAnswer, message.headers["nts"] == "ssdp:byebye" {
      kind = .byebye
      return
    }
    guard isAnswer || message.headers["nts"] == "ssdp:alive",
      let location = message.headers["location"].flatMap(HTTPAddress.init),
      location.host == sender
    else { return nil }
    kind = .alive(location)
  }

  /// The id of a unique name such as "uuid:1-2::urn:…"; nil if it is none.
  static func id(_ name: String) -> String? {
    let name = name.lowercased()
    guard name.hasPrefix("uuid:") else { return nil }
    let id = name.dropFirst(5).prefix { $0 != ":" }
    return id.isEmpty || id.utf8.count > 100 ? nil : String(id)
  }
}

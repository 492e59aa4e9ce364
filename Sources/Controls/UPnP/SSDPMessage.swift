/// An SSDP message: an answer to a search, or an announcement (UPnP Device Architecture 1.1,
/// section 1).
struct SSDPMessage: Equatable {
  enum Kind: Equatable {
    /// The device is present; its description is at this URL.
    case alive(HTTPAddress)
    case byebye
  }

  static let group = "239.255.255.250"
  static let port: UInt16 = 1900
  static let renderer = "urn:schemas-upnp-org:device:MediaRenderer:1"
  /// Returns a search for all devices of a type.
  static func search(for type: String) -> [UInt8] {
    Array(
      ("M-SEARCH * HTTP/1.1\r\nHOST: \(group):\(port)\r\nMAN: \"ssdp:discover\"\r\nMX: 1\r\n"
        + "ST: \(type)\r\nUSER-AGENT: Linux/5 UPnP/1.1 knobpanel/1\r\n\r\n").utf8)
  }

  /// The range of an announcement's lifetime, in seconds.
  static let ageLimit: ClosedRange<Int64> = 30...86_400

  let kind: Kind
  /// The device's unique name without `uuid:`, in lower case.
  let id: String
  /// The host that sent it.
  let sender: String
  /// Its lifetime (`max-age`) in seconds, within `ageLimit`.
  let ageSeconds: Int64
  /// The type of the device or service.
  let type: String
}

extension SSDPMessage {
  /// Parses a message; nil if it is of another kind, or its description is not at the sender's
  /// address.
  init?(_ bytes: [UInt8], from sender: String) {
    // Server names may be in any encoding.
    let head = String(decoding: bytes, as: UTF8.self)
    guard let message = try? HTTPReader.message(head), let name = message.headers["usn"],
      let id = Self.id(name)
    else { return nil }
    (self.id, self.sender) = (id, sender)
    ageSeconds = Self.age(message.headers["cache-control"])
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

  /// Returns the seconds in a header such as `max-age=1800`.
  private static func age(_ header: String?) -> Int64 {
    let words = header?.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" } ?? []
    guard let index = words.firstIndex(of: "max-age"), index + 1 < words.count,
      let seconds = Int64(words[index + 1])
    else { return 1800 }
    return min(max(seconds, ageLimit.lowerBound), ageLimit.upperBound)
  }

  /// Returns the ID in a unique name such as "uuid:1-2::urn:…", or without "uuid:", as some devices
  /// write it; nil if there is none.
  static func id(_ name: String) -> String? {
    let name = name.lowercased()
    let scheme = "uuid:"
    var id = name[...].drop { $0 == " " }
    if id.hasPrefix(scheme) {
      id = id.dropFirst(scheme.count).drop { $0 == " " }.prefix { $0 != ":" }
    } else {
      // Reject other names, such as "upnp:rootdevice".
      let end = id.firstIndex(of: ":") ?? id.endIndex
      guard id[end...].isEmpty || id[end...].hasPrefix("::") else { return nil }
      id = id[..<end]
    }
    return id.isEmpty || id.utf8.count > 100 ? nil : String(id)
  }
}

/// Encodes a client's packets (MQTT 3.1.1, chapter 3); pure functions.
enum ClientPacket {
  /// The size limit of a text or binary field, whose length has two bytes.
  static let fieldByteLimit = 65_535

  static let ping: [UInt8] = [0xC0, 0]
  static let disconnect: [UInt8] = [0xE0, 0]

  /// Requests a session without the state of earlier ones ("clean session").
  ///
  /// - Parameters:
  ///   - clientID: The client's ID; the broker disconnects one of two clients with the same ID.
  ///   - username: The login; nil for none.
  ///   - password: The login's password; ignored without a user name.
  ///   - keepaliveSeconds: The broker disconnects a client that is silent for 1.5 times as long.
  ///   - will: The message to publish if the session ends without DISCONNECT; nil for none.
  /// - Returns: The packet; nil if a field is too long.
  static func connect(
    clientID: String, username: String?, password: String?, keepaliveSeconds: Int,
    will: MQTTMessage? = nil
  ) -> [UInt8]? {
    let login = [username, username == nil ? nil : password]
    let fields = [clientID] + login.compactMap { $0 }
    guard fields.allSatisfy({ $0.utf8.count <= fieldByteLimit }) else { return nil }
    var flags: UInt8 = 0x02
    if let will {
      flags |= 0x04 | min(will.quality, 1) << 3 | (will.isRetained ? 0x20 : 0)
    }
    if login[0] != nil { flags |= 0x80 }
    if login[1] != nil { flags |= 0x40 }
    var body = field("MQTT")
    body += [4, flags]
    body += bigEndian(UInt16(clamping: keepaliveSeconds))
    body += field(clientID)
    if let will { body += field(will.topic) + field(String(decoding: will.payload, as: UTF8.self)) }
    for text in fields.dropFirst() { body += field(text) }
    return packet(0x10, body)
  }

  /// Requests the messages of a topic of at most `fieldByteLimit` bytes, with quality 0 or 1; the
  /// nonzero ID identifies the answer.
  static func subscribe(_ topic: String, quality: UInt8, id: UInt16) -> [UInt8] {
    packet(0x82, bigEndian(id) + field(topic) + [min(quality, 1)])
  }

  static func unsubscribe(_ topic: String, id: UInt16) -> [UInt8] {
    packet(0xA2, bigEndian(id) + field(topic))
  }

  /// Encodes a message, whose topic has at most `fieldByteLimit` bytes; the nonzero ID identifies
  /// the confirmation of quality 1.
  static func publish(_ message: MQTTMessage, id: UInt16) -> [UInt8] {
    let quality = min(message.quality, 1)
    let id = quality > 0 ? bigEndian(id) : []
    return packet(
      0x30 | quality << 1 | (message.isRetained ? 1 : 0),
      field(message.topic) + id + message.payload)
  }

  /// Confirms a message of quality 1.
  static func confirmation(id: UInt16) -> [UInt8] { packet(0x40, bigEndian(id)) }

  private static func packet(_ head: UInt8, _ body: [UInt8]) -> [UInt8] {
    var packet = [head]
    var rest = body.count
    repeat {
      packet.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return packet + body
  }

  private static func field(_ text: String) -> [UInt8] {
    bigEndian(UInt16(clamping: text.utf8.count)) + text.utf8.prefix(fieldByteLimit)
  }

  private static func bigEndian(_ number: UInt16) -> [UInt8] {
    [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
  }
}

/// A message to a broker.
struct MQTTMessage: Equatable {
  var topic: String
  var payload: [UInt8]
  /// 0: sent once; 1: confirmed by the broker.
  var quality: UInt8 = 0
  /// Whether the broker retains the message for later subscribers.
  var isRetained = false
  /// Whether the message may exceed the limit of unsent data; the sender waits until one such
  /// message has left before sending the next.
  var isLarge = false
}

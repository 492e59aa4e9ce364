internal import WebServer

/// Pending messages of browsers, in round-robin order: one that sends many delays only itself.
struct Inbox {
  private var messages: [ClientID: [[UInt8]]] = [:]
  /// The clients with pending messages, in the order of their turns.
  private var turns: [ClientID] = []

  /// Whether no message is pending.
  var isEmpty: Bool { turns.isEmpty }

  /// Adds a message behind the others of its browser.
  mutating func append(_ message: [UInt8], of client: ClientID) {
    if messages[client] == nil { turns.append(client) }
    messages[client, default: []].append(message)
  }

  /// Drops the pending messages of a disconnected browser.
  mutating func remove(_ client: ClientID) {
    guard messages.removeValue(forKey: client) != nil else { return }
    turns.removeAll { $0 == client }
  }

  /// Returns the next message; nil if none is pending.
  mutating func next() -> (client: ClientID, message: [UInt8])? {
    guard let client = turns.first, var waiting = messages.removeValue(forKey: client) else {
      return nil
    }
    turns.removeFirst()
    let message = waiting.removeFirst()
    if !waiting.isEmpty {
      messages[client] = waiting
      turns.append(client)
    }
    return (client, message)
  }
}

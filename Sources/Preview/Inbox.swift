internal import WebServer

/// Messages of browsers that wait for their turn, which goes round: one that sends many delays itself.
struct Inbox {
  private var messages: [ClientID: [[UInt8]]] = [:]
  /// Those of whom messages wait, in the order of their turns.
  private var turns: [ClientID] = []

  /// Whether none waits.
  var isEmpty: Bool { turns.isEmpty }

  /// Adds a message behind those of its browser.
  mutating func append(_ message: [UInt8], of client: ClientID) {
    if messages[client] == nil { turns.append(client) }
    messages[client, default: []].append(message)
  }

  /// Drops what waits of a browser that is gone.
  mutating func remove(_ client: ClientID) {
    guard messages.removeValue(forKey: client) != nil else { return }
    turns.removeAll { $0 == client }
  }

  /// The next message; nil if none waits.
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

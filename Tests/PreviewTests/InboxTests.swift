import Testing
import WebServer

@testable import Preview

/// The order in which messages of browsers are handled.
@Suite struct InboxTests {
  private func names(_ inbox: inout Inbox) -> [String] {
    var names: [String] = []
    while let (client, message) = inbox.next() { names.append("\(client)\(message[0])") }
    return names
  }

  @Test("Browsers take turns, and the messages of each stay in order") func turns() {
    var inbox = Inbox()
    for number in 0..<4 { inbox.append([UInt8(number)], of: ClientID(1)) }
    inbox.append([9], of: ClientID(2))
    inbox.append([7], of: ClientID(3))
    #expect(names(&inbox) == ["10", "29", "37", "11", "12", "13"])
    #expect(inbox.isEmpty)
  }

  @Test("Messages of a browser that is gone are dropped") func gone() {
    var inbox = Inbox()
    inbox.append([1], of: ClientID(1))
    inbox.append([2], of: ClientID(2))
    inbox.append([3], of: ClientID(1))
    inbox.remove(ClientID(1))
    inbox.remove(ClientID(5))
    #expect(names(&inbox) == ["22"])
  }
}

import Gesture
import Testing

@testable import Preview

/// Touch messages from browsers, and the changes that the panel receives.
@Suite struct BrowserTouchTests {
  private final class Recorder {
    var changes: [ContactChange] = []
    var times: [Int64] = []
  }

  private let touch = BrowserTouch()
  private let received = Recorder()
  private let position = DisplayFraction(x: 0.5, y: 0.5)

  init() throws {
    touch.onFrame = { [received] frame in
      received.changes += frame.changes
      received.times.append(frame.time.microseconds)
    }
    try touch.start()
  }

  private func deliver(_ changes: [ContactChange], at time: Int64 = 0, of device: Int32 = 1) {
    touch.deliver(
      TouchFrame(time: Timestamp(microseconds: time), changes: changes), of: device)
  }

  @Test func browsersHaveSeparateContacts() {
    let (first, second) = (ContactID(device: 1, slot: 0), ContactID(device: 2, slot: 0))
    deliver([.down(first, position)])
    deliver([.down(second, position)], of: 2)
    deliver([.up(first)])
    #expect(received.changes == [.down(first, position), .down(second, position), .up(first)])
  }

  @Test func inconsistentChangesAreIgnored() {
    let contact = ContactID(device: 1, slot: 0)
    deliver([.moved(contact, position), .up(contact), .cancelled(contact)])
    deliver([
      .down(ContactID(device: 1, slot: 32), position),
      .down(ContactID(device: 1, slot: -1), position),
    ])
    #expect(received.changes.isEmpty)
    deliver([.down(contact, position), .down(contact, position), .up(contact), .up(contact)])
    #expect(received.changes == [.down(contact, position), .up(contact)])
  }

  @Test func timesNeverDecrease() {
    let contact = ContactID(device: 1, slot: 0)
    deliver([.down(contact, position)], at: 1000)
    deliver([.moved(contact, position)], at: 900)
    deliver([.moved(contact, position)], at: 1100)
    #expect(received.times == [1000, 1000, 1100])
  }

  @Test func contactsOfRemovedBrowsersAreCancelled() {
    let (first, second) = (ContactID(device: 1, slot: 3), ContactID(device: 2, slot: 0))
    deliver([.down(first, position)])
    deliver([.down(second, position)], of: 2)
    touch.remove(device: 1, at: Timestamp(microseconds: 5))
    #expect(received.changes.last == .cancelled(first))
    deliver([.up(second)], of: 2)
    #expect(received.changes.last == .up(second))
  }

  @Test func suspendedTouchIgnoresChanges() throws {
    let contact = ContactID(device: 1, slot: 0)
    deliver([.down(contact, position)])
    touch.suspend()
    #expect(received.changes.last == .cancelled(contact))
    deliver([.moved(contact, position)])
    #expect(received.changes.count == 2)
    try touch.resume()
    // The finger must come down again.
    deliver([.moved(contact, position)])
    #expect(received.changes.count == 2)
    deliver([.down(contact, position)])
    #expect(received.changes.count == 3)
  }
}

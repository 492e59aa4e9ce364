import Gesture
import Testing

@testable import Preview

/// Touch messages from browsers, and the changes that the panel receives.
@Suite struct BrowserTouchTests {
  private final class Heard {
    var changes: [ContactChange] = []
    var times: [Int64] = []
  }

  private let touch = BrowserTouch()
  private let heard = Heard()
  private let place = DisplayFraction(x: 0.5, y: 0.5)

  init() throws {
    touch.onFrame = { [heard] frame in
      heard.changes += frame.changes
      heard.times.append(frame.time.microseconds)
    }
    try touch.start()
  }

  private func say(_ changes: [ContactChange], at time: Int64 = 0, of device: Int32 = 1) {
    touch.deliver(
      TouchFrame(time: Timestamp(microseconds: time), changes: changes), of: device)
  }

  @Test func fingersOfTwoBrowsersAreTwo() {
    let (first, second) = (ContactID(device: 1, slot: 0), ContactID(device: 2, slot: 0))
    say([.down(first, place)])
    say([.down(second, place)], of: 2)
    say([.up(first)])
    #expect(heard.changes == [.down(first, place), .down(second, place), .up(first)])
  }

  @Test func whatMakesNoSenseIsLeftOut() {
    let contact = ContactID(device: 1, slot: 0)
    say([.moved(contact, place), .up(contact), .cancelled(contact)])
    say([
      .down(ContactID(device: 1, slot: 32), place), .down(ContactID(device: 1, slot: -1), place),
    ])
    #expect(heard.changes.isEmpty)
    say([.down(contact, place), .down(contact, place), .up(contact), .up(contact)])
    #expect(heard.changes == [.down(contact, place), .up(contact)])
  }

  @Test func timeDoesNotRunBackwards() {
    let contact = ContactID(device: 1, slot: 0)
    say([.down(contact, place)], at: 1000)
    say([.moved(contact, place)], at: 900)
    say([.moved(contact, place)], at: 1100)
    #expect(heard.times == [1000, 1000, 1100])
  }

  @Test func theFingersOfABrowserThatIsGoneAreCancelled() {
    let (first, second) = (ContactID(device: 1, slot: 3), ContactID(device: 2, slot: 0))
    say([.down(first, place)])
    say([.down(second, place)], of: 2)
    touch.remove(device: 1, at: Timestamp(microseconds: 5))
    #expect(heard.changes.last == .cancelled(first))
    say([.up(second)], of: 2)
    #expect(heard.changes.last == .up(second))
  }

  @Test func whileSuspendedNothingIsHeard() throws {
    let contact = ContactID(device: 1, slot: 0)
    say([.down(contact, place)])
    touch.suspend()
    #expect(heard.changes.last == .cancelled(contact))
    say([.moved(contact, place)])
    #expect(heard.changes.count == 2)
    try touch.resume()
    // The finger must come down again.
    say([.moved(contact, place)])
    #expect(heard.changes.count == 2)
    say([.down(contact, place)])
    #expect(heard.changes.count == 3)
  }
}

import Gesture
import Testing

@testable import Touch

@Suite struct SlotProtocolTests {
  @Test func reportsSlotsInOrderForAnyOrderOfEvents() throws {
    let script = """
      slot 2 id 9 x 30 y 30 slot 0 id 7 x 10 y 10 slot 1 id 8 x 20 y 20 |
      slot 2 id -1 slot 1 x 21 slot 0 id -1 | slot 1 id -1 |
      """
    #expect(
      try replay(Description.slots, script) == """
        down 0 at 10,10, down 1 at 20,20, down 2 at 30,30 \
        | up 0, moved 1 to 21,20, up 2 | up 1
        """)
  }

  @Test func ignoresSlotsBeyondTheDevicesRange() throws {
    let script = "slot 4 id 9 x 30 y 30 | slot -1 id 8 x 20 y 20 | slot 2147483647 id 3 x 1 y 1 |"
    #expect(try replay(Description.slots, script) == "")
  }

  @Test func keepsTheSlotSelectedAmongLostEvents() throws {
    let script = """
      slot 0 id 1 x 10 y 10 slot 1 id 2 x 20 y 20 slot 0 | dropped x 5 slot 1 | y 25 |
      slot 0 id -1 slot 1 id -1 |
      """
    #expect(
      try replay(Description.slots, script) == """
        down 0 at 10,10, down 1 at 20,20 | moved 1 to 20,25 | up 0, up 1
        """)
  }

  @Test func anUnfinishedFrameDoesNotCount() throws {
    #expect(
      try replay(Description.slots, "id 1 x 10 y 10 | x 90")
        == "down 0 at 10,10 | cancelled 0")
  }

  @Test func fingersAreNotLimitedToTen() throws {
    var script = ""
    for slot in 0..<40 { script += "slot \(slot) id \(slot) x \(slot) y 50 " }
    script += "|"
    let text = evemu(Description.slots.replacing("A: 2f 0 3", with: "A: 2f 0 39"), script)
    let recording = try Recording(bytes: Array(text.utf8), path: "forty")
    let frames = Array(recording.frames)
    #expect(frames.map(\.changes.count) == [40, 40])
    #expect(Set(frames[0].changes).count == 40)
  }
}

@Suite struct AnonymousProtocolTests {
  @Test func oneContactFromPacketToEmptyFrame() throws {
    let script = "x 10 y 10 packet | x 12 y 10 packet | packet |"
    #expect(
      try replay(Description.anonymous, script)
        == "down 0 at 10,10 | moved 0 to 12,10 | up 0")
  }

  @Test func theLastPacketMayBeReplacedByTheKey() throws {
    #expect(
      try replay(Description.anonymous, "x 10 y 10 packet touch 1 | touch 0 |")
        == "down 0 at 10,10 | up 0")
  }

  @Test func aFrameWithoutContactEventsChangesNothing() throws {
    #expect(
      try replay(Description.anonymous, "x 10 y 10 packet | absx 3 | packet |")
        == "down 0 at 10,10 | up 0")
  }

  @Test func fingersKeepTheirSlotsWhenTheOrderOfPacketsChanges() throws {
    let script = "x 10 y 10 packet x 80 y 80 packet | x 81 y 80 packet x 11 y 10 packet | packet |"
    #expect(
      try replay(Description.anonymous, script) == """
        down 0 at 10,10, down 1 at 80,80 | moved 0 to 11,10, moved 1 to 81,80 | up 0, up 1
        """)
  }

  @Test func twoFingersInLineAreNotConfused() throws {
    // The contact nearest to 8 was at 10, but is now at 18.
    let script = "x 0 y 50 packet x 10 y 50 packet | x 18 y 50 packet x 8 y 50 packet | packet |"
    #expect(
      try replay(Description.anonymous, script) == """
        down 0 at 0,50, down 1 at 10,50 | moved 0 to 8,50, moved 1 to 18,50 | up 0, up 1
        """)
  }

  @Test func theWorstMatchingFingerIsLifted() throws {
    let script = "x 10 y 10 packet x 80 y 80 packet | x 79 y 80 packet | packet |"
    #expect(
      try replay(Description.anonymous, script) == """
        down 0 at 10,10, down 1 at 80,80 | up 0, moved 1 to 79,80 | up 1
        """)
  }

  @Test func aNewFingerTakesTheLowestFreeSlot() throws {
    let script = """
      x 10 y 10 packet x 80 y 80 packet | x 80 y 80 packet | \
      x 80 y 80 packet x 50 y 5 packet | packet |
      """
    #expect(
      try replay(Description.anonymous, script) == """
        down 0 at 10,10, down 1 at 80,80 | up 0 | down 0 at 50,5 | up 0, up 1
        """)
  }

  @Test func trackingIDsTakePrecedenceOverDistance() throws {
    let script = """
      id 4 x 10 y 10 packet id 7 x 80 y 80 packet | id 7 x 10 y 10 packet id 4 x 80 y 80 packet | \
      id 9 x 80 y 80 packet | packet |
      """
    #expect(
      try replay(Description.anonymous, script) == """
        down 0 at 10,10, down 1 at 80,80 | moved 0 to 80,80, moved 1 to 10,10 \
        | up 0, up 1, down 2 at 80,80 | up 2
        """)
  }

  @Test func aPalmIsCancelledAndStaysSilent() throws {
    let script = """
      x 10 y 10 packet | x 10 y 10 tool 2 packet | x 11 y 10 tool 0 packet | packet |
      """
    #expect(
      try replay(Description.anonymous, script) == "down 0 at 10,10 | cancelled 0")
  }

  @Test func lostEventsDoNotEndContacts() throws {
    let script = "x 10 y 10 packet | dropped x 50 y 50 packet | x 20 y 10 packet | packet |"
    #expect(
      try replay(Description.anonymous, script)
        == "down 0 at 10,10 | moved 0 to 20,10 | up 0")
  }
}

@Suite struct SingleTouchTests {
  @Test func oneFingerHasSlotMinusOne() throws {
    let script = "touch 1 absx 10 absy 20 | absx 11 | touch 0 | touch 1 | touch 0 |"
    #expect(
      try replay(Description.singleTouch, script) == """
        down -1 at 10,20 | moved -1 to 11,20 | up -1 | down -1 at 11,20 | up -1
        """)
  }

  @Test func positionsBetweenTouchesAreOnlyStored() throws {
    let script = "absx 10 absy 20 | touch 1 | touch 0 | absx 50 |"
    #expect(try replay(Description.singleTouch, script) == "down -1 at 10,20 | up -1")
  }

  @Test func aSecondPressAfterLostEventsCancelsTheFirst() throws {
    let script = "touch 1 absx 10 absy 20 | dropped | touch 1 absx 30 | touch 0 |"
    #expect(
      try replay(Description.singleTouch, script) == """
        down -1 at 10,20 | cancelled -1, down -1 at 30,20 | up -1
        """)
  }

  @Test func keyRepeatIsNotATouch() throws {
    let script = "touch 1 absx 10 absy 20 | touch 2 | touch 0 |"
    #expect(try replay(Description.singleTouch, script) == "down -1 at 10,20 | up -1")
  }
}

@Suite struct AxisRangeTests {
  @Test(arguments: [
    (0, 0, 99, 0.0), (99, 0, 99, 0.99), (0, -50, 49, 0.5), (120, 0, 99, 1.2), (-10, 0, 99, -0.1),
    (Int32.max, Int32.min, Int32.max, 4_294_967_295.0 / 4_294_967_296.0),
    (Int32.min, Int32.max - 1, Int32.max, -2_147_483_647.0),
  ])
  func fractionsEqualThoseOfLibinput(
    value: Int32, minimum: Int32, maximum: Int32, expected: Double
  ) {
    #expect(AxisRange(minimum: minimum, maximum: maximum).fraction(value) == expected)
  }
}

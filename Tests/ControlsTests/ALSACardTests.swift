import Glibc
import Linux
import Testing

@testable import Controls

/// The full path from a knob to a card and back, through the real alsa-lib.
@Suite struct ALSACardTests {
  let card = TestCard()
  let master: Int32
  let rig: ControlRig

  init() throws {
    master = card.add("Master Playback Volume", 0...15, decibels: (-4500, 300, true))
    card[master, 0] = 12
    card[master, 1] = 6
    rig = try ControlRig { [card] () throws(ALSAError) in try card.element("Master") }
  }

  @Test func everyPercentIsSetWithoutEchoes() throws {
    rig.control.start()
    guard case .level(let start)? = rig.events.first else {
      Issue.record("no first reading")
      return
    }
    let loud = Int(start * 100)
    var last = 12
    for percent in (0..<loud).reversed() {
      rig.control.set(level: Double(percent) / 100, isFinal: true)
      try rig.settle()
      #expect(card[master, 0] <= last)
      last = card[master, 0]
    }
    #expect(card.pair(master) == [0, 0])
    last = 0
    for percent in 1...100 {
      rig.control.set(level: Double(percent) / 100, isFinal: true)
      try rig.settle()
      #expect(card[master, 0] == last || card[master, 0] == last + 1)
      last = card[master, 0]
    }
    #expect(card[master, 0] == 15)
    // The 12:6 balance survives silence.
    #expect(card[master, 1] < 15)
    rig.control.set(level: start, isFinal: true)
    #expect(card.pair(master) == [12, 6])
    #expect(rig.events.count == 1)
  }

  @Test func changesByOtherProgramsAreReported() throws {
    rig.control.start()
    card[master, 0] = 15
    try rig.settle()
    #expect(rig.events.last == .level(1))
    card[master, 0] = 0
    card[master, 1] = 0
    try rig.settle()
    #expect(rig.events.last == .level(0))
    #expect(card.writeCount == 0)
  }

  @Test func knobsOfOneElementFollowEachOther() throws {
    let other = try ControlRig { [card] () throws(ALSAError) in try card.element("Master") }
    rig.control.start()
    other.control.start()
    rig.control.set(level: 1, isFinal: true)
    try rig.settle()
    try other.settle()
    #expect(rig.events.count == 1)
    #expect(other.events.last == .level(1))
  }

  @Test func unpluggedCardIsReopened() throws {
    rig.control.start()
    card.unplug()
    try rig.settle()
    guard case .offline(let reason)? = rig.events.dropFirst().first else {
      Issue.record("\(rig.events)")
      return
    }
    #expect(reason == "mixer element \"Master\" of sound card \"Test\" is gone: No such device")
    #expect(card.openCount == 0)
    card.plugIn()
    let eventCount = rig.events.count
    try rig.pass(milliseconds: 250)
    #expect(rig.events.count == eventCount + 1)
    #expect(rig.events.last == rig.events.first)
    #expect(card.writeCount == 0)
    #expect(card.pair(master) == [12, 6])
  }

  @Test func removedElementIsReopened() throws {
    rig.control.start()
    card.remove(master)
    try rig.settle()
    #expect(rig.events.count == 2)
    #expect(
      rig.events.last
        == .offline(
          reason: "sound card \"Test\" has no mixer element \"Master\"; available: none"))
    card.restore(master)
    try rig.pass(milliseconds: 250)
    #expect(rig.events.count == 3)
    #expect(rig.events.last == rig.events.first)
  }

  @Test func failedWriteReopensTheCard() throws {
    rig.control.start()
    card.failWrites(EIO)
    rig.control.set(level: 0.1, isFinal: true)
    #expect(
      rig.events.last
        == .offline(
          reason: "mixer element \"Master\" of sound card \"Test\" is gone: Input/output error"))
    card.failWrites(0)
    try rig.pass(milliseconds: 250)
    #expect(rig.events.count == 3)
    #expect(card.pair(master) == [12, 6])
  }

  @Test func stoppingClosesTheDevice() throws {
    rig.control.start()
    #expect(card.openCount == 1)
    rig.control.stop()
    #expect(card.openCount == 0)
  }
}

import Glibc
import Layout
import LayoutFile
import Linux
import Testing

@testable import Controls

/// MIDI controls on a sequencer whose ports come and go.
@Suite struct MIDIControlTests {
  private func change(_ controller: UInt8, _ value: UInt8) -> MIDIChange {
    MIDIChange(channel: 0, controller: controller, value: value)
  }

  private func rig(_ settings: MIDISettings = .volume) throws -> MIDIRig {
    let rig = try MIDIRig(try FakeKernel(.through, .nano))
    rig.start(settings)
    try rig.run { !rig.reported.isEmpty }
    return rig
  }

  @Test("The initial value is shown until the device sends one; nothing is sent") func first()
    throws
  {
    let rig = try rig()
    #expect(rig.reported == [.level(0.5)])
    #expect(rig.kernel.sent.isEmpty)
    #expect(rig.kernel.with { $0.connected } == [MIDIPort.nano.address])
    rig.kernel.move(7, to: 127)
    try rig.pass(milliseconds: 0)
    #expect(rig.reported == [.level(0.5), .level(1)])
  }

  @Test("A value out of range is reported once and changes nothing") func outOfRange()
    throws
  {
    var settings = MIDISettings.volume
    settings.range = WireRange(lowest: 0, highest: 100)
    let rig = try rig(settings)
    for value: UInt8 in [101, 127] { rig.kernel.move(7, to: value) }
    rig.kernel.events.post { $0.append(.invalid(value: 200, from: MIDIPort.nano.address)) }
    try rig.pass(milliseconds: 1000)
    rig.kernel.move(7, to: 25)
    try rig.pass(milliseconds: 1000)
    #expect(
      rig.reported == [
        .level(0.5),
        .unreadable(
          reason: "MIDI controller 7: received 101, which is not within 0 to 100"), .level(0.25),
      ])
  }

  @Test("Releasing the knob shows the level that a coarse range allows") func coarse()
    throws
  {
    var settings = MIDISettings.volume
    settings.range = WireRange(lowest: 0, highest: 1)
    let rig = try rig(settings)
    rig.controls[0].set(level: 0.7, isFinal: false)
    #expect(rig.reported == [.level(0.5)])
    rig.controls[0].set(level: 0.7, isFinal: true)
    #expect(rig.reported == [.level(0.5), .level(0)])
    rig.controls[0].set(level: 1, isFinal: true)
    #expect(rig.reported == [.level(0.5), .level(0)])
    #expect(rig.kernel.sent.last == change(7, 1))
  }

  @Test("A turn sends its first and last levels at once") func turn() throws {
    let rig = try rig()
    for step in 0...20 { rig.controls[0].set(level: Double(step) / 20, isFinal: step == 20) }
    #expect(rig.kernel.sent == [change(7, 0), change(7, 127)])
    try rig.pass(milliseconds: 10_000)
    #expect(rig.kernel.sent.count == 2)
  }

  @Test("14-bit controllers and NRPNs take several messages") func long() throws {
    let rig = try rig(.of(.pair(7)))
    rig.start(.of(.nonRegistered(300, bits: 14)))
    try rig.run { !rig.events[1].isEmpty }
    for control in rig.controls { control.set(level: 1, isFinal: true) }
    #expect(
      rig.kernel.sent == [
        change(7, 127), change(39, 127), change(99, 2), change(98, 44), change(6, 127),
        change(38, 127),
      ])
    rig.kernel.move(7, to: 0)
    try rig.pass(milliseconds: 800)
    #expect(rig.reported.last == .level(0))
    rig.kernel.move(39, to: 127)
    try rig.pass(milliseconds: 20)
    #expect(rig.reported.last == .level(127.0 / 16_383))
  }

  @Test("Other channels, controllers and ports are ignored") func others() throws {
    let rig = try rig()
    rig.kernel.move(7, to: 1, channel: 1)
    rig.kernel.move(8, to: 1)
    rig.kernel.move(7, to: 1, at: .through)
    rig.kernel.move(7, to: 127)
    try rig.pass(milliseconds: 0)
    #expect(rig.reported == [.level(0.5), .level(1)])
  }

  @Test("A motor fader's echoes are not reported, but a later move is") func echoes()
    throws
  {
    let rig = try rig()
    rig.kernel.with { $0.isEchoing = true }
    for step in 0...30 {
      rig.controls[0].set(level: Double(step) / 30, isFinal: step == 30)
      try rig.pass(milliseconds: 10)
    }
    try rig.pass(milliseconds: 10_000)
    #expect(rig.reported == [.level(0.5)])
    rig.kernel.move(7, to: 0)
    try rig.pass(milliseconds: 0)
    #expect(rig.reported == [.level(0.5), .level(0)])
  }

  @Test("A move on the device during a turn does not make the knob swing")
  func moveDuringATurn() throws {
    let rig = try rig()
    for step in 0...30 {
      rig.controls[0].set(level: 0.5 + Double(step) / 60, isFinal: step == 30)
      if step < 30 { rig.kernel.move(7, to: 10) }
      try rig.pass(milliseconds: 10)
    }
    try rig.pass(milliseconds: 10_000)
    #expect(rig.kernel.sent.last == change(7, 127))
    #expect(rig.reported.count <= 2)
  }

  @Test("An unplugged device is offline; plugging it in again sends nothing") func unplugged()
    throws
  {
    let rig = try rig()
    rig.controls[0].set(level: 0.75, isFinal: false)
    rig.kernel.unplug(.nano)
    try rig.pass(milliseconds: 20)
    #expect(rig.reported.count == 2)
    #expect(
      rig.reported.last
        == .offline(
          reason: "there is no MIDI port \"nanoKONTROL2\"; plug it in, or choose one of: "
            + "\"Midi Through Port-0\""))
    let count = rig.kernel.sent.count
    rig.controls[0].set(level: 1, isFinal: true)
    var other = MIDIPort.nano
    other.address.client = 24
    rig.kernel.plug(other)
    try rig.pass(milliseconds: 20)
    #expect(rig.reported.count == 3)
    #expect(rig.reported.last == .level(0.75))
    #expect(rig.kernel.sent.count == count)
    rig.controls[0].set(level: 0, isFinal: true)
    #expect(rig.kernel.sent.last == change(7, 0))
  }

  @Test("A port that vanishes silently is noticed at the next write") func silentlyGone()
    throws
  {
    let rig = try rig()
    rig.kernel.with { $0.ports = [] }
    rig.controls[0].set(level: 1, isFinal: true)
    try rig.pass(milliseconds: 20)
    #expect(
      rig.reported.last
        == .offline(
          reason: "there is no MIDI port \"nanoKONTROL2\"; plug it in, or choose one of: none"))
  }

  @Test("A missing sequencer is offline, reported once, until it appears") func noSequencer()
    throws
  {
    let kernel = try FakeKernel(.nano)
    kernel.with { $0.openError = .noSequencer }
    let rig = try MIDIRig(kernel)
    rig.start()
    for count in 1...3 {
      try rig.run { kernel.with { $0.openCount } == count && rig.isWaiting }
      // At most the second backoff; the attempt itself runs on a thread.
      if count < 3 { try rig.pass(milliseconds: 500) }
    }
    rig.start()
    #expect(rig.events[0] == [.offline(reason: "\(MIDIError.noSequencer)")])
    #expect(rig.events[1] == rig.events[0])
    kernel.with { $0.openError = nil }
    try rig.pass(milliseconds: 1000)
    try rig.run { rig.events.allSatisfy { $0.last == .level(0.5) } }
    #expect(kernel.sent.isEmpty)
  }

  @Test("A sequencer error reopens the sequencer") func reopened() throws {
    let rig = try rig()
    rig.kernel.with { $0.receiveError = .failed("snd_seq_event_input", reason: "No such device") }
    rig.kernel.move(7, to: 3)
    try rig.pass(milliseconds: 0)
    try #require(rig.reported.count == 3)
    #expect(rig.reported[1] == .level(3.0 / 127))
    #expect(
      rig.reported[2]
        == .offline(reason: "the MIDI sequencer failed: No such device (snd_seq_event_input)"))
    try rig.pass(milliseconds: 250)
    try rig.run { rig.reported.count == 4 }
    #expect(rig.kernel.with { $0.openCount } == 2)
    #expect(rig.reported.last == .level(3.0 / 127))
  }

  @Test("A port that cannot be opened or written to is offline with the reason") func unusable()
    throws
  {
    var keyboard = MIDIPort.nano
    keyboard.receives = false
    let kernel = try FakeKernel(keyboard)
    kernel.with { $0.connectError = .failed("snd_seq_connect_from", reason: "Device busy") }
    let rig = try MIDIRig(kernel)
    rig.start()
    var label = MIDISettings.volume
    label.use = .readOut
    rig.start(label)
    try rig.run { rig.events.allSatisfy { !$0.isEmpty } }
    #expect(
      rig.events == [
        [
          .offline(
            reason:
              "the MIDI port \"nanoKONTROL2 MIDI 1\" accepts no messages; choose another port")
        ],
        [
          .offline(
            reason: "the MIDI port \"nanoKONTROL2 MIDI 1\" cannot be opened: the MIDI sequencer "
              + "failed: Device busy (snd_seq_connect_from)")
        ],
      ])
  }

  @Test("A label is unknown until the device sends a value") func label() throws {
    var label = MIDISettings.volume
    label.use = .readOut
    let rig = try rig(label)
    guard case .unknown? = rig.reported.first else {
      Issue.record("\(rig.reported)")
      return
    }
    rig.kernel.move(7, to: 127)
    try rig.pass(milliseconds: 0)
    #expect(rig.reported.last == .level(1))
    rig.controls[0].set(level: 0, isFinal: true)
    #expect(rig.kernel.sent.isEmpty)
  }

  @Test("Each push of a button is sent") func push() throws {
    var button = MIDISettings.volume
    button.use = .push
    let rig = try rig(button)
    for _ in 0..<3 { rig.controls[0].set(level: 1, isFinal: true) }
    #expect(rig.kernel.sent == Array(repeating: change(7, 127), count: 3))
  }

  @Test("Ten thousand changes a second are reported at the display's rate") func flood() throws {
    let rig = try rig()
    for step in 0..<100 {
      for index in 0..<100 { rig.kernel.move(7, to: UInt8(index)) }
      rig.controls[0].set(level: Double(step) / 100, isFinal: false)
      try rig.pass(milliseconds: 10)
    }
    rig.controls[0].set(level: 1, isFinal: true)
    try rig.pass(milliseconds: 10_000)
    #expect(rig.kernel.sent.last == change(7, 127))
    #expect(rig.reported.count < 150)
  }

  @Test("Nothing wakes up while idle, nor after the last control is gone") func idle()
    throws
  {
    let kernel = try FakeKernel(.nano)
    let rig = try MIDIRig(kernel)
    rig.start()
    try rig.run { !rig.reported.isEmpty }
    try rig.pass(milliseconds: 10_000)
    let wakeUps = rig.loop.wakeUpCount
    try rig.pass(milliseconds: 3_600_000)
    #expect(rig.loop.wakeUpCount == wakeUps)
    rig.releaseControls()
    try rig.pass(milliseconds: 3_600_000)
    #expect(rig.loop.wakeUpCount == wakeUps)
  }

  @Test("A control stopped by its own event reports nothing more") func stopped() throws {
    let rig = try MIDIRig(try FakeKernel(.nano))
    let control = rig.start()
    var count = 0
    control.onEvent = { _ in
      count += 1
      control.stop()
    }
    try rig.run { count == 1 }
    rig.kernel.move(7, to: 1)
    try rig.pass(milliseconds: 10_000)
    #expect(count == 1)
    control.onEvent = { _ in }
  }

  // MARK: Keys

  private func read(_ control: String, knob: String = "") -> LayoutReader.Outcome {
    let text =
      "version: 1\nknobs:\n"
      + "  k: {center: [400, 240], diameter: 300, \(knob)control: {midi: \(control)}}\n"
    return LayoutReader.parse(
      bytes: Array(text.utf8), path: "midi.yaml", language: ControlRegistry.standard.language)
  }

  @Test(
    "Layout keys become settings",
    arguments: [
      ("{port: nano, controller: 7}", "", MIDIParameter.controller(7), 1, 0.0, 127.0),
      ("{port: nano, controller: 7, bits: 14}", "", .pair(7), 1, 0, 16_383),
      ("{port: 20:0, nrpn: 300, channel: 16}", "", .nonRegistered(300, bits: 14), 16, 0, 16_383),
      ("{port: nano, nrpn: 300, bits: 7}", "", .nonRegistered(300, bits: 7), 1, 0, 127),
      ("{port: nano, controller: 7, values: [100, 0]}", "", .controller(7), 1, 100, 0),
      ("{port: nano, controller: 7}", "sectors: [A, B, C], ", .controller(7), 1, 0, 2),
    ])
  func keys(
    _ control: String, _ knob: String, _ parameter: MIDIParameter, _ channel: Int,
    _ lowest: Double, _ highest: Double
  ) throws {
    let outcome = read(control, knob: knob)
    #expect(outcome.text == "")
    let settings = try #require(
      outcome.layout?.knobs.first?.control?.settings as? MIDISettings)
    #expect(settings.parameter == parameter)
    #expect(settings.channel == channel)
    #expect((settings.range.lowest, settings.range.highest) == (lowest, highest))
  }

  @Test(
    "Invalid keys are reported",
    arguments: [
      ("{controller: 7}", "has no `port`"),
      ("{port: nano}", "has no `controller`"),
      ("{port: nano, controller: 128}", "must be at most 127"),
      ("{port: nano, controller: 7, channel: 0}", "must be at least 1"),
      ("{port: nano, controller: 64, bits: 14}", "controllers of 14 bits are 0 to 31"),
      ("{port: nano, controller: 7, nrpn: 3}", "exclude each other"),
      ("{port: nano, controller: 7, values: [0, 128]}", "values are 0 to 127 here"),
      ("{port: nano, controller: 7, values: [5, 5]}", "both ends of this range are 5"),
      ("{port: nano, controller: 7, bits: 8}", "one of: 7, 14"),
    ]) func invalidKeys(_ control: String, _ problem: String)
  {
    let text = read(control).text
    #expect(text.contains(problem), "\(text)")
  }

  @Test("Ports are listed as text to paste into a layout") func listing() {
    let listing = DeviceListing.midi([.nano])
    #expect(
      listing.lines == [
        "control: {midi: {port: \"nanoKONTROL2 MIDI 1\", controller: 7}}  "
          + "(20:0, sends and receives)"
      ])
    #expect(read("{port: \"nanoKONTROL2 MIDI 1\", controller: 7}").text == "")
  }

  @Test("A missing sequencer and a missing permission are reported with a remedy")
  func advice() {
    #expect("\(MIDIError.noSequencer)".contains("modprobe snd-seq"))
    #expect("\(MIDIError.permissionDenied)".contains("group \"audio\""))
  }

  @Test("The sequencer opens if /dev/snd/seq exists and may be used")
  func machine() throws {
    let device = "/dev/snd/seq"
    var failure: MIDIError?
    do throws(MIDIError) { _ = try ALSASequencer() } catch { failure = error }
    let isPresent = access(device, F_OK) == 0
    let expected: MIDIError? =
      !isPresent ? .noSequencer : access(device, R_OK | W_OK) == 0 ? nil : .permissionDenied
    #expect(failure == expected)
  }
}

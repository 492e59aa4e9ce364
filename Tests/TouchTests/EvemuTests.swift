import Gesture
import Linux
import Testing

@testable import Touch

@Suite struct EvemuTests {
  private static let events = """
    E: 12.345678 0003 0039 7
    E: 12.345678 0003 0035 10
    E: 12.345678 0003 0036 20
    E: 12.345678 0000 0000 0
    E: 12.400000 0003 0039 -1
    E: 12.400000 0000 0000 0

    """

  private static let notARecording =
    "panel.evemu: is not a recording; make one with evemu-record or libinput record"

  private func load(_ text: String) throws(RecordingError) -> Recording {
    try Recording(bytes: Array(text.utf8), path: "panel.evemu")
  }

  @Test func readsDevicesEventsAndTimes() throws {
    let recording = try load(Description.slots + Self.events)
    #expect(recording.devices.map(\.name) == ["Slots"])
    #expect(recording.events.count == 6)
    #expect(recording.warnings == [])
    let contact = ContactID(device: 0, slot: 0)
    #expect(
      Array(recording.frames) == [
        TouchFrame(
          time: Timestamp(microseconds: 12_345_678),
          changes: [.down(contact, DisplayFraction(x: 0.1, y: 0.2))]),
        TouchFrame(time: Timestamp(microseconds: 12_400_000), changes: [.up(contact)]),
      ])
  }

  @Test func aRecordingAlwaysGivesTheSameFrames() throws {
    let recording = try load(Description.slots + Self.events)
    #expect(Array(recording.frames) == Array(recording.frames))
  }

  @Test(arguments: [
    "# EVEMU 1.3\n# comment\n\n",
    "\u{FEFF}# EVEMU\n",
  ])
  func readsThroughComments(head: String) throws {
    #expect(try load(head + Description.slots + Self.events).events.count == 6)
  }

  @Test func readsCRLFAndPaddedNumbersAndTrailingComments() throws {
    let padded = """
      E: 0.000001 0003 0039 0007	# EV_ABS / ABS_MT_TRACKING_ID   7
      E: 0.000001 0003 0035 0010	# EV_ABS / ABS_MT_POSITION_X    10
      E: 0.000001 0003 0036 0020	# EV_ABS / ABS_MT_POSITION_Y    20
      E: 0.000001 0000 0000 0000	# ------------ SYN_REPORT (0) ---------- +0ms
      E: 0.5 0003 0039 -001	# EV_ABS / ABS_MT_TRACKING_ID   -1
      E: 0.5 0000 0000 0000
      """
    let text = (Description.slots + padded).replacing("\n", with: "\r\n")
    let recording = try load(text)
    #expect(recording.warnings == [])
    #expect(recording.frames.flatMap(\.changes).map(words) == ["down 0 at 10,20", "up 0"])
    #expect(recording.frames.map(\.time.microseconds) == [1, 500_000])
  }

  @Test func timeMayRunBackwards() throws {
    let events = """
      E: 9.0 0003 0039 7
      E: 9.0 0003 0035 10
      E: 9.0 0003 0036 20
      E: 9.0 0000 0000 0
      E: 3.0 0003 0035 11
      E: 3.0 0000 0000 0
      E: 5.0 0003 0039 -1
      E: 5.0 0000 0000 0

      """
    let times = try load(Description.slots + events).frames.map(\.time.microseconds)
    #expect(times == [9_000_000, 3_000_000, 5_000_000])
  }

  @Test(arguments: [
    ("what is this", "is not a line of a recording"),
    ("E: 1.0 0003 zz 1", "is not an event"),
    ("E: 1.0 0003 0035", "is not an event"),
    ("E: 1.0 0003 0035 99999999999", "is not an event"),
    ("E: 1.0 0003 00035000 1", "is not an event"),
    ("E: 99999999999999999999.0 0003 0035 1", "is not an event"),
    ("E: 9223372036854775807.0 0003 0035 1", "is not an event"),
    ("E: -1.0 0003 0035 1", "is not an event"),
    ("E: 1 0003 0035 1", "is not an event"),
    ("E: 1.0 0003 0035 1 2", "is not an event"),
    ("A: 35 0", "is not an axis"),
    ("A: 35 zero 99", "is not an axis"),
  ])
  func anInvalidLineIsSkippedWithAWarning(line: String, complaint: String) throws {
    let recording = try load("N: Early\n" + line + "\n" + Description.slots + Self.events)
    #expect(recording.warnings.count == 1)
    #expect(recording.warnings[0].hasPrefix("panel.evemu:2: \(complaint)"))
    #expect(recording.frames.flatMap(\.changes).map(words) == ["down 0 at 10,20", "up 0"])
  }

  @Test func aSecondDescriptionIsSkippedWithAWarning() throws {
    let recording = try load(Description.slots + Self.events + "A: 35 0 1999 0 0\n")
    #expect(
      recording.warnings == [
        "panel.evemu:15: describes a device after its first event; skipped"
      ])
    #expect(recording.frames.flatMap(\.changes).map(words) == ["down 0 at 10,20", "up 0"])
  }

  @Test func excessWarningsAreOnlyCounted() throws {
    let garbage = String(repeating: "garbage\n", count: 1000)
    let recording = try load(Description.slots + garbage + Self.events)
    #expect(recording.warnings.count == 21)
    #expect(recording.warnings.last == "panel.evemu: 980 more warnings")
  }

  @Test func completeFramesBeforeAnyCutCount() throws {
    let whole = Array((Description.slots + Self.events).utf8)
    let frames = Array(try Recording(bytes: whole, path: "whole").frames)
    let start = Description.slots.utf8.count
    for end in start..<whole.count {
      guard let cut = try? Recording(bytes: Array(whole[..<end]), path: "cut") else { continue }
      let uncancelled = cut.frames.filter { frame in
        !frame.changes.contains { if case .cancelled = $0 { true } else { false } }
      }
      #expect(uncancelled == Array(frames.prefix(uncancelled.count)), "cut at byte \(end)")
    }
  }

  @Test func aCutInTheMiddleOfAFrameIsAWarning() throws {
    let events = Self.events.split(separator: "\n").prefix(5).joined(separator: "\n")
    #expect(
      try load(Description.slots + events).warnings == [
        "panel.evemu: ends in the middle of a frame of “Slots”; the frame is ignored"
      ])
  }

  @Test(arguments: [
    ("", notARecording), ("\u{0}\u{1}\u{2}PNG\n\n", notARecording),
    ("E: what\nE: ever\n", notARecording),
    (
      events,
      """
      panel.evemu: has events but no description of the device (lines N: and A:); \
      put the device's .desc file in front of them
      """
    ),
    (
      Description.slots,
      """
      panel.evemu: is only the description of a device, without events; \
      append the events (the .events file of evemu 1)
      """
    ),
    (
      Description.slots + "E: 1.0 EV_ABS 5 5\n",
      """
      panel.evemu: is not a recording: no supported events; \
      panel.evemu:9: is not an event (E: seconds.microseconds type code value); skipped
      """
    ),
    (
      "N: Keyboard\nB: 01 00\n" + events,
      """
      panel.evemu: contains no touchscreen, only “Keyboard”; \
      record the device that “knobpanel devices” lists
      """
    ),
    (
      "N: Broken\nA: 35 0 0 0 0\nA: 36 0 99 0 0\n" + events,
      """
      panel.evemu:2: ABS_MT_POSITION_X of “Broken” has the empty range 0 to 0; \
      correct the range
      """
    ),
    (
      "N: Broken\nA: 2f 0 -1 0 0\nA: 35 0 99 0 0\nA: 36 0 99 0 0\n" + events,
      """
      panel.evemu:2: ABS_MT_SLOT of “Broken” has the empty range 0 to -1; \
      correct the range
      """
    ),
  ])
  func reportsWhyItIsNotARecording(text: String, message: String) throws {
    let error = #expect(throws: RecordingError.self) { try load(text) }
    #expect(error?.description == message)
  }

  @Test func aMissingFileIsReported() {
    let error = #expect(throws: RecordingError.self) {
      try Recording.load("/nonexistent/panel.evemu")
    }
    #expect(
      error?.description == "/nonexistent/panel.evemu: No such file or directory (stat)")
  }

  @Test func aDeviceIsNotARecording() {
    let error = #expect(throws: RecordingError.self) { try Recording.load("/dev/zero") }
    #expect(error == .unreadable(.notAFile(path: "/dev/zero", kind: "device")))
  }
}

@Suite struct FarTimeTests {
  private func warnings(ofTime time: String) throws -> [String] {
    let text = Description.slots + "E: 1.0 0000 0000 0\nE: \(time) 0000 0000 0\n"
    return try Recording(bytes: Array(text.utf8), path: "far.evemu").warnings
  }

  @Test(arguments: [
    "9007199254.740993",  // 2^53 µs plus one
    "9223372036854.775807",  // the largest Int64
    "9223372036855.0",
    "99999999999999999999.0",
  ])
  func impossibleTimesAreSkippedWithAWarning(time: String) throws {
    #expect(
      try warnings(ofTime: time) == [
        "far.evemu:10: is not an event (E: seconds.microseconds type code value); skipped"
      ])
  }

  @Test func theLatestTimeIsPlayed() throws {
    #expect(try warnings(ofTime: "9007199254.740992") == [])
  }
}

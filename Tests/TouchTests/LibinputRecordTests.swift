import Gesture
import Testing

@testable import Touch

@Suite struct LibinputRecordTests {
  /// As libinput-record(1) writes it, with a device that is not a touchscreen between two that are.
  static let threeDevices = """
    # libinput record
    version: 1
    ndevices: 3
    libinput:
      version: "1.22.1"
      git: "unknown"
    system:
      os: "debian:12"
      dmi: "dmi:bvnSeaBIOS:*"
    devices:
    - node: /dev/input/event3
      evdev:
        # Name: Left panel
        name: "Left panel"
        id: [24, 0, 0, 0]
        codes:
          0: [0, 1, 2, 3] # EV_SYN
          3: [47, 53, 54, 57] # EV_ABS
        absinfo:
          47: [0, 9, 0, 0, 0]
          53: [0, 99, 0, 0, 10]
          54: [0, 99, 0, 0, 10]
          57: [0, 65535, 0, 0, 0]
        properties: [1]
      hid: [12, 23, 34]
      udev:
        properties:
        - ID_INPUT=1
        - ID_INPUT_TOUCHSCREEN=1
      quirks:
      events:
      # Current time is 12:13:14
      - evdev:
        - [  0,      0,   3,  57,       7] # EV_ABS / ABS_MT_TRACKING_ID   7
        - [  0,      0,   3,  53,      10] # EV_ABS / ABS_MT_POSITION_X   10
        - [  0,      0,   3,  54,      20]
        - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
      - hid:
          time: [ 0, 500 ]
          hidraw0: [1, 2, 3, 4]
      - evdev:
        - [  0,  20000,   3,  57,      -1]
        - [  0,  20000,   0,   0,       0]
    - node: /dev/input/event4
      evdev:
        name: "Keyboard"
        codes: {1: [30]}
      events:
      - evdev:
        - [  0,   5000,   1,  30,       1]
        - [  0,   5000,   0,   0,       0]
    - node: /dev/input/event5
      evdev:
        name: "Right panel"
        absinfo:
          53: [0, 49, 0, 0, 0]
          54: [0, 49, 0, 0, 0]
          47: [0, 1, 0, 0, 0]
      events:
      - evdev:
        - [  0,  10000,   3,  57,       7]
        - [  0,  10000,   3,  53,      10]
        - [  0,  10000,   3,  54,      20]
        - [  0,  10000,   0,   0,       0]
      - evdev:
        - [  0,  30000,   3,  57,      -1]
        - [  0,  30000,   0,   0,       0]

    """

  private static let notARecording =
    "touch.yml: is not a recording; make one with evemu-record or libinput record"

  private func load(_ text: String) throws(RecordingError) -> Recording {
    try Recording(bytes: Array(text.utf8), path: "touch.yml")
  }

  private func timeline(_ recording: Recording) -> [String] {
    recording.frames.map { frame in
      let device =
        switch frame.changes[0] {
        case .down(let contact, _), .moved(let contact, _), .up(let contact),
          .cancelled(let contact):
          contact.device
        }
      let changes = frame.changes.map(words).joined(separator: ", ")
      return "\(frame.time.microseconds) device \(device) \(changes)"
    }
  }

  @Test(
    "Text that a terminal or an editor puts in front is skipped, and line numbers stay right",
    arguments: [
      "\u{FEFF}", "$ libinput record /dev/input/event3\n", "\u{FEFF}Receiving events: [*]\r\n\r\n",
      "- {a: [\n\tb\n",
    ])
  func textInFront(text: String) throws {
    let plain = try Recording(bytes: Array(Self.threeDevices.utf8), path: "x")
    let bytes = Array((text + Self.threeDevices).utf8)
    let recording = try Recording(bytes: bytes, path: "x")
    #expect(recording.events == plain.events)
    #expect(recording.warnings == plain.warnings)
    let broken = try Recording(bytes: bytes + Array("\n  x: [\n".utf8), path: "x")
    let line = (text + Self.threeDevices).utf8.count { $0 == UInt8(ascii: "\n") } + 2
    let warning = try #require(broken.warnings.last)
    let number = warning.split(separator: ":").dropFirst().first.flatMap { Int($0) }
    #expect((line - 2...line + 3).contains(try #require(number)), "\(warning)")
  }

  @Test func devicesKeepTheirNumbersAndPlayTogether() throws {
    let recording = try load(Self.threeDevices)
    #expect(recording.warnings == [])
    #expect(recording.devices.map(\.name) == ["Left panel", "Keyboard", "Right panel"])
    #expect(recording.devices.map { $0.touch != nil } == [true, false, true])
    #expect(
      timeline(recording) == [
        "0 device 0 down 0 at 10,20",
        "10000 device 2 down 0 at 20,40",
        "20000 device 0 up 0",
        "30000 device 2 up 0",
      ])
  }

  @Test func aDeviceWhoseTimeRunsBackwardsKeepsItsOrder() throws {
    let text = Self.threeDevices
      .replacing("[  0,      0,", with: "[  0,  25000,")
      .replacing("[  0,  20000,", with: "[  0,   2000,")
    #expect(
      try timeline(load(text)) == [
        "10000 device 2 down 0 at 20,40",
        "25000 device 0 down 0 at 10,20",
        "2000 device 0 up 0",
        "30000 device 2 up 0",
      ])
  }

  @Test func completeFramesBeforeACutCount() throws {
    let end = try #require(Self.threeDevices.firstRange(of: "- [  0,  20000,   3")?.lowerBound)
    let recording = try load(String(Self.threeDevices[..<end]) + "- [  0,  200")
    #expect(recording.warnings.count == 1)
    #expect(recording.warnings[0].hasPrefix("touch.yml:4"))
    #expect(recording.warnings[0].contains("is not YAML"))
    #expect(timeline(recording) == ["0 device 0 down 0 at 10,20", "0 device 0 cancelled 0"])
  }

  @Test(arguments: [
    "- [  0,      0,   3,  53,      10, 11]", "- [  0,      0,   3,  fifty,      10]",
    "- [  0,      0,   3,  70000,      10]", "- what", "- [ 9223372036854775807, 1, 3, 53, 10]",
  ])
  func anInvalidEventIsSkippedWithAWarning(line: String) throws {
    let text = Self.threeDevices.replacing(
      "- [  0,  10000,   3,  53,      10]", with: "- [  0,  10000,   3,  53,      10]\n    \(line)")
    let recording = try load(text)
    #expect(
      recording.warnings == [
        "touch.yml:63: is not an event ([seconds, microseconds, type, code, value]); skipped"
      ])
    #expect(timeline(recording).count == 4)
  }

  @Test func anotherVersionIsAWarning() throws {
    let recording = try load(Self.threeDevices.replacing("version: 1\n", with: "version: 2\n"))
    #expect(recording.warnings == ["touch.yml:2: is not version 1, the supported version"])
  }

  @Test(arguments: [
    ("version: 1\n", notARecording), ("devices: 5\n", notARecording),
    ("devices: [\n", notARecording),
    (
      "devices:\n- evdev:\n    name: Keyboard\n  events:\n  - evdev:\n    - [0, 0, 1, 30, 1]\n",
      """
      touch.yml: contains no touchscreen, only “Keyboard”; \
      record the device that “knobpanel devices” lists
      """
    ),
    (
      """
      devices:
      - evdev: {name: Flat, absinfo: {53: [0, 99], 54: [7, 7], 47: [0, 1]}}
        events: [evdev: [[0, 0, 3, 57, 1]]]
      """,
      """
      touch.yml:2: ABS_MT_POSITION_Y of “Flat” has the empty range 7 to 7; \
      correct the range
      """
    ),
  ])
  func reportsWhyItIsNotARecording(text: String, message: String) {
    let error = #expect(throws: RecordingError.self) { try load(text) }
    #expect(error?.description == message)
  }

  @Test func oneInvalidDeviceDoesNotAffectTheOthers() throws {
    let text = Self.threeDevices.replacing("53: [0, 49,", with: "53: [0, 0,")
    let recording = try load(text)
    #expect(recording.warnings.count == 1)
    #expect(
      recording.warnings[0].contains(
        "ABS_MT_POSITION_X of “Right panel” has the empty range 0 to 0"))
    #expect(timeline(recording) == ["0 device 0 down 0 at 10,20", "20000 device 0 up 0"])
  }

  @Test func devicesBeyondTheLimitAreIgnored() throws {
    let text = Self.threeDevices + String(repeating: "- {}\n", count: 5000)
    let recording = try load(text)
    #expect(recording.devices.count == 1024)
    #expect(timeline(recording).count == 4)
  }
}

import Foundation
import JSON
import Layout
import Linux
import Testing

@testable import Controls

/// A file control with a real file.
struct FileControlTests {
  @Test("The first reading is reported as a share of the maximum; nothing is written") func start()
    throws
  {
    let rig = try FileRig()
    try rig.control.open()
    rig.control.start()
    #expect(rig.events == [.level(0.5)])
    try rig.pass(milliseconds: 60_000)
    #expect(rig.events.count == 1)
    #expect(rig.folder.text("brightness") == "100\n")
  }

  @Test("The first and last values are written at once; those between are thinned out")
  func turning() throws {
    let rig = try FileRig()
    rig.control.start()
    rig.control.set(level: 0.6, isFinal: false)
    #expect(rig.folder.text("brightness") == "120")
    rig.control.set(level: 0.7, isFinal: false)
    #expect(rig.folder.text("brightness") == "120")
    try rig.pass(milliseconds: 49)
    #expect(rig.folder.text("brightness") == "120")
    try rig.pass(milliseconds: 1)
    #expect(rig.folder.text("brightness") == "140")
    rig.control.set(level: 0.8, isFinal: false)
    rig.control.set(level: 0.9, isFinal: true)
    #expect(rig.folder.text("brightness") == "180")
    try rig.pass(milliseconds: 60_000)
    // Its own writes are not reported.
    #expect(rig.events == [.level(0.5)])
  }

  @Test("An unchanged file on a disk or in memory causes no wake-ups") func idle() throws {
    // Not in /tmp, where other programs are active.
    let path = "/dev/shm/knobpanel-\(UUID())"
    try #require(FileManager.default.createFile(atPath: path, contents: Data("7".utf8)))
    defer { unlink(path) }
    let rig = try FileRig { $0.path = path }
    rig.control.start()
    #expect(rig.levels == [0.07])
    try rig.pass(milliseconds: 1000)
    let before = rig.loop.wakeUpCount
    try rig.pass(milliseconds: 3_600_000)
    #expect(rig.loop.wakeUpCount == before)
  }

  @Test("Changes by others are reported, even when they replace the file") func others() throws {
    let rig = try FileRig()
    rig.control.start()
    try rig.folder.write("50\n", to: "brightness")
    try rig.pass(milliseconds: 0)
    #expect(rig.levels.last == 0.25)
    try rig.folder.write("20", to: "new")
    try #require(rename(rig.folder.file("new"), rig.folder.file("brightness")) == 0)
    try rig.pass(milliseconds: 0)
    #expect(rig.levels == [0.5, 0.25, 0.1])
    // The replacement file is written.
    rig.control.set(level: 1, isFinal: true)
    #expect(rig.folder.text("brightness") == "200")
  }

  @Test("A kernel file is polled, because it reports no changes") func proc()
    throws
  {
    // The fdinfo of an open file changes with its file offset (proc(5)).
    let file = open("/proc/self/exe", O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    let rig = try FileRig { settings in
      settings.path = "/proc/self/fdinfo/\(file)"
      (settings.isGauge, settings.usesMaximum, settings.use) = (true, false, .readOut)
    }
    rig.control.start()
    lseek(file, 7, SEEK_SET)
    try rig.pass(milliseconds: 999)
    #expect(rig.events.count == 1)
    try rig.pass(milliseconds: 1)
    #expect(rig.events.count == 2 && Set(rig.events).count == 2)
    #expect(rig.events.allSatisfy { if case .text = $0 { true } else { false } })
    #expect(FilePath.reportsChanges(of: rig.folder.path))
    #expect(!FilePath.reportsChanges(of: "/proc/uptime"))
    #expect(!FilePath.reportsChanges(of: "/sys/kernel"))
  }

  @Test("A value that the driver changed is reported after a settling time") func rounding() throws
  {
    let rig = try FileRig()
    rig.control.start()
    rig.control.set(level: 0, isFinal: true)
    // Like a driver that never switches the light off.
    try rig.folder.write("10\n", to: "brightness")
    try rig.pass(milliseconds: 299)
    #expect(rig.events == [.level(0.5)])
    try rig.pass(milliseconds: 1)
    #expect(rig.events == [.level(0.5), .level(0.05)])
    try rig.pass(milliseconds: 60_000)
    #expect(rig.events.count == 2)
  }

  @Test("A waiting value is dropped when another program writes") func superseded() throws {
    let rig = try FileRig()
    rig.control.start()
    try rig.folder.write("40", to: "brightness")
    // The first equals the last known value; the second waits.
    rig.control.set(level: 0.5, isFinal: false)
    rig.control.set(level: 0.65, isFinal: false)
    try rig.pass(milliseconds: 600)
    #expect(rig.folder.text("brightness") == "40")
    #expect(rig.levels == [0.5, 0.2])
  }

  @Test("Another program's write between two of ours is overwritten by the second")
  func writeBetweenTwoOfOurs() throws {
    let rig = try FileRig()
    rig.control.start()
    rig.control.set(level: 0.6, isFinal: false)
    rig.control.set(level: 0.65, isFinal: false)
    try rig.folder.write("40", to: "brightness")
    try rig.pass(milliseconds: 600)
    // The knob and the file agree.
    #expect(rig.folder.text("brightness") == "130")
    #expect(rig.levels == [0.5])
  }

  @Test("A pattern stands for the first file that it matches") func pattern() throws {
    let rig = try FileRig(path: "*/brightness")
    rig.control.start()
    #expect(rig.lastOffline?.hasPrefix("there is no file \(rig.folder.path)/*/brightness") == true)
    for name in ["b", "a"] {
      try FileManager.default.createDirectory(
        atPath: rig.folder.file(name), withIntermediateDirectories: true)
      try rig.folder.write(name == "a" ? "3" : "4", to: "\(name)/brightness")
      try rig.folder.write("12", to: "\(name)/max_brightness")
    }
    try rig.pass(milliseconds: 250)
    #expect(rig.levels == [0.25])
    rig.control.set(level: 0.5, isFinal: true)
    #expect(rig.folder.text("a/brightness") == "6" && rig.folder.text("b/brightness") == "4")
  }

  @Test("A removed file is offline with a hint, and is read again when it is back")
  func vanishing() throws {
    let rig = try FileRig()
    rig.control.start()
    try rig.folder.remove("brightness")
    try rig.pass(milliseconds: 0)
    #expect(
      rig.lastOffline
        == "there is no file \(rig.folder.file("brightness")); check its name, or load "
        + "the driver that creates it")
    // A turn while offline is not written later.
    rig.control.set(level: 0.9, isFinal: true)
    try rig.folder.write("20", to: "brightness")
    try rig.pass(milliseconds: 250)
    #expect(rig.levels == [0.5, 0.1])
    try rig.pass(milliseconds: 60_000)
    #expect(rig.folder.text("brightness") == "20")
  }

  @Test("A file that is emptied before it is written is not reported") func emptied() throws {
    let rig = try FileRig()
    rig.control.start()
    let descriptor = open(rig.folder.file("brightness"), O_WRONLY | O_TRUNC)
    defer { close(descriptor) }
    try rig.pass(milliseconds: 30)
    try #require(write(descriptor, "60", 2) == 2)
    try rig.folder.write("60", to: "brightness")
    try rig.pass(milliseconds: 60_000)
    #expect(rig.events == [.level(0.5), .level(0.3)])
  }

  /// Invalid contents, and their report at the start and after a change.
  @Test(arguments: [
    ("", "\"\" is not a number"), ("bright", "\"bright\" is not a number"),
    ("201", "201, which is not within 0 to 200"), ("-1", "-1, which is not within 0 to 200"),
    ("1e999", "\"1e999\" is not a number"),
    ("\u{0}\u{1}", "is not a number"), (String(repeating: "9", count: 5000), "is not a number"),
  ])
  func invalidContent(_ text: String, _ message: String) throws {
    let rig = try FileRig(["brightness": text, "max_brightness": "200"])
    rig.control.start()
    try rig.pass(milliseconds: 100)
    guard case .unknown(let reason)? = rig.events.first else {
      Issue.record("\(rig.events)")
      return
    }
    #expect(reason.contains(message), "\(reason)")
    rig.control.set(level: 0.5, isFinal: true)
    #expect(rig.folder.text("brightness") == text)

    let later = try FileRig()
    later.control.start()
    try later.folder.write(text, to: "brightness")
    try later.pass(milliseconds: 100)
    #expect(later.events.count == 2)
    guard case .unreadable(let complaint)? = later.events.last else {
      Issue.record("\(later.events)")
      return
    }
    #expect(complaint.contains(message), "\(complaint)")
  }

  @Test("For a label, a message or a condition, a file that stays empty is an empty text")
  func emptyText() throws {
    let rig = try FileRig { settings in
      (settings.isGauge, settings.usesMaximum, settings.use) = (true, false, .readOut)
    }
    rig.control.start()
    try rig.folder.write("Door open\n", to: "brightness")
    try rig.pass(milliseconds: 0)
    try rig.folder.write("\n", to: "brightness")
    try rig.pass(milliseconds: 99)
    #expect(rig.events.last == .text("Door open"))
    try rig.pass(milliseconds: 1)
    #expect(rig.events.last == .text(""))
  }

  @Test("A file without a reading is unknown", arguments: ["nan", "None", "unknown"])
  func lost(_ text: String) throws {
    let rig = try FileRig()
    rig.control.start()
    try rig.folder.write(text, to: "brightness")
    try rig.pass(milliseconds: 100)
    let path = rig.folder.file("brightness")
    #expect(
      rig.events == [
        .level(0.5), .unknown(reason: "\(path): its value is unknown"),
      ])
    try rig.folder.write("100", to: "brightness")
    // Not at once, because it may be flapping.
    try rig.pass(milliseconds: 250)
    #expect(rig.events.last == .level(0.5))
  }

  @Test("Each kind of invalid content is reported once, however often it changes")
  func invalidContentOfManyKinds()
    throws
  {
    let rig = try FileRig()
    rig.control.start()
    for number in 0..<20 {
      try rig.folder.write("\(1000 + number)", to: "brightness")
      try rig.pass(milliseconds: 100)
      try rig.folder.write("x\(number)", to: "brightness")
      try rig.pass(milliseconds: 100)
    }
    #expect(rig.events.count == 3 && rig.levels == [0.5], "\(rig.events)")
  }

  @Test("Releasing the knob shows the level that a coarse file took") func coarse()
    throws
  {
    let rig = try FileRig(["brightness": "0\n", "max_brightness": "1\n"])
    rig.control.start()
    rig.control.set(level: 0.3, isFinal: false)
    #expect(rig.levels == [0])
    rig.control.set(level: 0.3, isFinal: true)
    #expect(rig.levels == [0, 0])
    rig.control.set(level: 1, isFinal: true)
    #expect(rig.folder.text("brightness") == "1")
    #expect(rig.levels == [0, 0])
    rig.control.set(level: 0.7, isFinal: true)
    #expect(rig.folder.text("brightness") == "0")
    #expect(rig.levels == [0, 0, 0])
  }

  @Test("A pipe or a folder is an error, and opening it does not block") func unsuitable() throws {
    let rig = try FileRig(["max_brightness": "9"])
    try #require(mkfifo(rig.folder.file("brightness"), 0o600) == 0)
    let error = #expect(throws: FileError.self) { try rig.control.open() }
    #expect(error?.isTemporary == false)
    #expect(error?.description == "\(rig.folder.file("brightness")): is a pipe, not a file")
    let folder = try FileRig { $0.path = "/proc/self" }
    #expect(throws: FileError.unsuitable(reason: "/proc/self: is a directory, not a file")) {
      try folder.control.open()
    }
  }

  @Test("A refused value is reported, and the knob returns to the value of the file")
  func refused() throws {
    // The kernel accepts only -1000 to 1000 here (proc(5)).
    let rig = try FileRig { settings in
      settings.path = "/proc/self/oom_score_adj"
      settings.usesMaximum = false
      settings.value.range = WireRange(lowest: -1_000_000, highest: 1_000_000)
    }
    rig.control.start()
    guard case .level(let level)? = rig.events.first else {
      Issue.record("\(rig.events)")
      return
    }
    rig.control.set(level: 1, isFinal: true)
    #expect(
      rig.events.dropFirst() == [
        .unreadable(
          reason: "/proc/self/oom_score_adj rejects \"1000000\": Invalid argument; check "
            + "`values` or `payloads`"), .level(level),
      ])
  }

  @Test("A read-only file is never written, and the knob returns") func gauge() throws {
    let rig = try FileRig { $0.isGauge = true }
    rig.control.start()
    rig.control.set(level: 0.9, isFinal: false)
    rig.control.set(level: 0.9, isFinal: true)
    #expect(rig.events == [.level(0.5), .level(0.5)])
    #expect(rig.folder.text("brightness") == "100\n")
  }

  @Test("Words stand for sectors") func words() throws {
    let rig = try FileRig(["profile": "balanced\n"], path: "profile") { settings in
      settings.usesMaximum = false
      settings.value.words = ["low-power", "balanced", "performance"]
    }
    rig.control.start()
    #expect(rig.events == [.level(0.5)])
    rig.control.set(level: 1, isFinal: true)
    #expect(rig.folder.text("profile") == "performance")
    try rig.folder.write("low-power\n", to: "profile")
    try rig.pass(milliseconds: 300)
    #expect(rig.levels.last == 0)
  }

  @Test("A busy writer causes few readings, and its last value counts")
  func flood() throws {
    let rig = try FileRig()
    rig.control.start()
    for number in 0..<2000 {
      try rig.folder.write("\(number % 200)", to: "brightness")
      if number % 100 == 0 { try rig.pass(milliseconds: 1) }
    }
    try rig.folder.write("150", to: "brightness")
    try rig.pass(milliseconds: 1)
    #expect(rig.levels.last == 0.75)
    #expect(rig.events.count < 60)
  }

  @Test("A control on a worker's thread reads and writes the file") func worker() throws {
    let folder = try TestFolder()
    let path = try folder.write("10", to: "value")
    let loop = try EventLoop(clock: ManualClock())
    var settings = FileSettings()
    settings.path = path
    let factory = FileBackEnd().makeFactory(on: loop)
    let control = try #require(factory.makeControl(ifOwn: settings))
    var events: [ControlEvent] = []
    control.onEvent = { events.append($0) }
    try control.open()
    control.start()
    try Patience.run(loop, state: events) { !events.isEmpty }
    #expect(events == [.level(0.1)])
    control.set(level: 0.4, isFinal: true)
    try Patience.run(loop, state: folder.text("value")) { folder.text("value") == "40" }
    control.stop()
  }
}

/// Files in the output of `knobpanel devices`.
struct FileListingTests {
  @Test func lines() throws {
    let folder = try TestFolder()
    let path = try folder.write("1", to: "brightness")
    try folder.write("255", to: "max_brightness")
    let plain = try folder.write("1", to: "plain")
    let listing = DeviceListing.files([path, plain])
    #expect(
      listing.lines == [
        "control: {file: \"\(path)\"}  (0 to 255)", "control: {file: \"\(plain)\"}",
      ])
    #expect(listing.objects[0]["maximum"]?.line == "255")
    #expect(listing.objects[1]["maximum"]?.line == "null")
  }
}

/// Readable messages for system errors.
struct FileErrorTests {
  @Test(arguments: [
    (ENOENT, false, "there is no file /f; check its name, or load the driver that creates it"),
    (ENODEV, true, "there is no file /f; check its name, or load the driver that creates it"),
    (EACCES, false, "no permission to read /f; give the panel's user read access"),
    (
      EACCES, true,
      "no permission to write /f; give the panel's group write access, with a udev rule for a "
        + "file of sysfs, or run the panel as a user who has it"
    ),
    (EROFS, true, "/f cannot be written: its file system is mounted read-only"),
    (ENOSPC, true, "/f: No space left on device (write)"),
  ])
  func description(_ code: Int32, _ toWrite: Bool, _ message: String) {
    let error = FileError(
      SystemError(call: "write", subject: "/f", code: code), path: "/f", toWrite: toWrite)
    #expect(error.description == message)
    #expect(error.isTemporary)
  }
}

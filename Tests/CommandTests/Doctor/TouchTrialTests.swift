import Display
import Gesture
import GoldenPictures
import Layout
import Linux
import Raster
import Testing
import Text
@testable import Touch

@testable import knobpanel

/// The steps of a touch trial, and how touches advance them.
@Suite struct TouchTrialTests {
  private static let targets = [(0.12, 0.12), (0.88, 0.12), (0.88, 0.88), (0.12, 0.88), (0.5, 0.5)]
    .map { DisplayFraction(x: $0.0, y: $0.1) }
  private static let edges = [(0.5, 0.12), (0.88, 0.5), (0.5, 0.88), (0.12, 0.5)]
    .map { DisplayFraction(x: $0.0, y: $0.1) }

  /// A trial and its time.
  private struct Played {
    var trial: TouchTrial
    var now = Timestamp(microseconds: 0)

    init(_ ways: [ScreenLayout.Off] = []) {
      trial = TouchTrial(
        targets: TouchTrialTests.targets, edges: TouchTrialTests.edges, ways: ways, seconds: 30,
        at: now)
    }

    mutating func change(_ changes: ContactChange...) {
      trial.handle(TouchFrame(time: now, changes: changes), at: now)
    }

    mutating func tap(_ position: DisplayFraction, device: Int32 = 0) {
      let id = ContactID(device: device, slot: 0)
      change(.down(id, position))
      change(.up(id))
    }

    mutating func wait(_ seconds: Int) {
      now = now.advanced(byMicroseconds: Int64(seconds) * 1_000_000)
      trial.tick(at: now)
    }

    mutating func tapTargets() {
      for target in TouchTrialTests.targets { tap(target) }
    }
  }

  @Test("targets, then the uppermost edge; without ways off, that is all", arguments: 0..<4)
  func edges(_ edge: Int) {
    var played = Played()
    for index in Self.targets.indices {
      #expect(played.trial.step == .target(index))
      played.tap(Self.targets[index])
    }
    #expect(played.trial.step == .uppermost && played.trial.fit?.isIdentity == true)
    played.tap(DisplayFraction(x: 0.5, y: 0.5))
    #expect(played.trial.step == .uppermost, "the middle is at no edge")
    played.tap(Self.edges[edge])
    #expect(played.trial.step == .finished && played.trial.rotate == edge * 90)
  }

  @Test("the uppermost edge is found through the correction")
  func corrected() {
    var played = Played()
    func turned(_ position: DisplayFraction) -> DisplayFraction {
      DisplayFraction(x: 1 - position.x, y: 1 - position.y)
    }
    for target in Self.targets { played.tap(turned(target)) }
    played.tap(turned(Self.edges[1]))
    #expect(played.trial.fit?.orientation.words == "must be turned by 180°")
    #expect(played.trial.rotate == 90)
  }

  @Test("each way off is announced, and touches in the dark are counted")
  func dark() {
    var played = Played([.backlight, .dpms])
    played.tapTargets()
    played.tap(Self.edges[0])
    #expect(played.trial.step == .announcement(.backlight))
    played.tap(Self.edges[0])
    played.wait(TouchTrial.announcementSeconds)
    #expect(played.trial.step == .dark(.backlight))
    for _ in 0..<TouchTrial.darkTouches { played.tap(Self.targets[4]) }
    #expect(played.trial.step == .announcement(.dpms))
    played.wait(TouchTrial.announcementSeconds)
    #expect(played.trial.step == .dark(.dpms))
    played.tap(Self.targets[4], device: 7)
    played.wait(TouchTrial.darkSeconds - 1)
    #expect(played.trial.step == .dark(.dpms))
    played.wait(1)
    #expect(played.trial.step == .finished)
    #expect(
      played.trial.dark == [
        TouchTrial.DarkTouches(way: .backlight, count: 3),
        TouchTrial.DarkTouches(way: .dpms, count: 0),
      ])
  }

  @Test("a way off that does not work is skipped")
  func skipped() {
    var played = Played([.backlight, .dpms])
    played.tapTargets()
    played.tap(Self.edges[0])
    played.trial.skip(.backlight, at: played.now)
    #expect(played.trial.step == .announcement(.backlight), "it was not tried yet")
    played.wait(TouchTrial.announcementSeconds)
    played.trial.skip(.backlight, at: played.now)
    #expect(played.trial.step == .announcement(.dpms) && played.trial.dark.isEmpty)
  }

  @Test("it times out at each step, even if a finger stays down", arguments: 0..<7)
  func timeouts(_ touches: Int) {
    var played = Played()
    for target in Self.targets.prefix(touches) { played.tap(target) }
    if touches == 6 { played.change(.down(ContactID(device: 0, slot: 1), Self.edges[0])) }
    played.wait(29)
    guard case .failed = played.trial.step else {
      played.wait(1)
      #expect(played.trial.step == .failed(.noTouch(seconds: 30)))
      #expect(
        "\(TouchTrial.Failure.noTouch(seconds: 30))"
          .hasPrefix("no touch arrived for 30 s"))
      return
    }
    Issue.record("too early")
  }

  @Test("other fingers, cancelled touches and other touchscreens do not count")
  func others() {
    var played = Played()
    let (one, two) = (ContactID(device: 0, slot: 0), ContactID(device: 0, slot: 1))
    played.change(.down(one, Self.targets[0]))
    played.change(.down(two, Self.targets[3]))
    played.change(.up(two))
    #expect(played.trial.step == .target(0))
    played.change(.cancelled(one))
    #expect(played.trial.step == .target(0))
    played.change(.down(one, Self.targets[2]), .moved(one, Self.targets[0]))
    played.change(.up(one))
    #expect(played.trial.step == .target(1) && played.trial.device == 0)
    played.tap(Self.targets[1], device: 1)
    #expect(played.trial.step == .target(1))
    for target in Self.targets.dropFirst() { played.tap(target) }
    #expect(played.trial.fit?.isIdentity == true)
  }

  @Test("contradictory touches end it")
  func contradiction() {
    var played = Played()
    for _ in Self.targets { played.tap(Self.targets[0]) }
    #expect(played.trial.step == .failed(.fit(.degenerate)))
  }

  // MARK: On a display

  /// Touches the given positions as soon as it is started.
  private final class PlayedTouch: TouchSource {
    var onFrame: (TouchFrame) -> Void = { _ in }
    var positions: [DisplayFraction] = []

    func start() {
      for (index, position) in positions.enumerated() {
        let id = ContactID(device: 0, slot: 0)
        let time = Timestamp(microseconds: Int64(index))
        onFrame(TouchFrame(time: time, changes: [.down(id, position)]))
        onFrame(TouchFrame(time: time, changes: [.up(id)]))
      }
    }
    func suspend() {}
    func resume() {}
  }

  @Test(
    "on a rotated display, targets are touched where they are drawn",
    arguments: Rotation.allCases)
  func turned(_ rotation: Rotation) throws {
    let size = PixelSize(width: 640, height: 400)
    let display = try #require(HeadlessDisplay(size: size, orientation: rotation))
    let touch = PlayedTouch()
    let typesetter = FontTypesetter()
    let loop = try EventLoop()
    let picture = try #require(
      TrialPicture(displaySize: size, rotation: rotation, typesetter: typesetter))
    picture.draw(.target(0))
    display.present(
      picture.pixels, damage: Damage(picture.pixels.size.bounds), rotation: rotation)
    let (x, y) = (picture.targets[0].x * 640, picture.targets[0].y * 400)
    let pixel = display.contents.pixels[Int(y) * display.contents.stride + Int(x)]
    #expect(pixel & 0xFFFFFF == 0xF2F4F6, "the cross is under its target")
    touch.positions = picture.targets + [picture.edges[1]]
    let run = try #require(
      TouchTrialRun(
        display: display, touch: touch, backlight: nil, typesetter: typesetter, seconds: 30,
        loop: loop))
    try run.run()
    #expect(run.trial.step == .finished && run.trial.rotate == 90)
    #expect(run.trial.fit?.isIdentity == true && run.interruption == nil)
  }

  @Test(
    "the instructions of each step match their recorded picture",
    arguments: [
      ("doctor-target", .target(1), 1280, 800), ("doctor-middle", .target(4), 800, 480),
      ("doctor-uppermost", .uppermost, 480, 800), ("doctor-dark", .announcement(.dpms), 800, 480),
    ] as [(String, TouchTrial.Step, Int, Int)])
  func golden(_ name: String, _ step: TouchTrial.Step, _ width: Int, _ height: Int) throws {
    let picture = try #require(
      TrialPicture(
        displaySize: PixelSize(width: width, height: height), rotation: .none,
        typesetter: PinnedFonts.typesetter()))
    picture.draw(step)
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    let golden = GoldenPicture(file: folder.joined(separator: "/") + "/Golden/\(name).png")
    let mismatch = try golden.mismatch(of: picture.pixels)
    #expect(mismatch == nil, "\(mismatch?.message ?? "")")
  }

  @Test("the rule names the touchscreen and includes its matrix")
  func rule() {
    let device = TouchDevice.touched(name: "Goodix \"9271\"", path: "platform-1.i2c")
    #expect(
      TouchReport.rule(for: device, TouchFit.Orientation.all[1].matrix)
        == #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_PATH}=="platform-1.i2c", "#
        + #"ATTRS{name}=="Goodix ?9271?", ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0""#)
  }
}

extension TouchDevice {
  fileprivate static func touched(name: String, path: String?) -> TouchDevice {
    TouchDevice(
      name: name, sysname: "event3", node: "/dev/input/event3", seat: "seat0", vendor: 1,
      product: 2, outputName: nil, sizeMillimetres: nil, isCalibrated: false, pathID: path)
  }
}

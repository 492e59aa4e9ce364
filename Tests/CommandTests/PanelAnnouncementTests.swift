import Controls
import Foundation
import Gesture
import Linux
import Logging
import PNG
import Panel
import Raster
import TestPatience
import Testing

@testable import PanelApplication

/// The entities of the panel as a whole, as a service receives them.
@Suite struct PanelAnnouncementTests {
  private typealias Rig = ApplicationRig

  /// Keeps the last state of each entity.
  private final class FakeService: PanelService {
    var onCommand: (Int, PanelEntity.Command) -> Void = { _, _ in }
    var onReport: (String) -> Void = { _ in }
    private var targets: [PanelEntity.Target] = []
    private(set) var states: [PanelEntity.Target: PanelEntity.State] = [:]
    private(set) var events: [String] = []

    func open() {}
    func announce(_ entities: [PanelEntity]) { targets = entities.map(\.target) }
    func start() {}
    func update(_ index: Int, _ state: PanelEntity.State, isAvailable: Bool) {
      states[targets[index]] = state
    }
    func publish(event: [UInt8]) { events.append(String(decoding: event, as: UTF8.self)) }
    func stop(remaining others: [any PanelService]?) {}

    func command(_ command: PanelEntity.Command, to target: PanelEntity.Target) throws {
      onCommand(try #require(targets.firstIndex(of: target)), command)
    }
  }

  private static func serve(_ rig: Rig) -> (PanelAnnouncement, FakeService) {
    let service = FakeService()
    let announcement = PanelAnnouncement(of: rig.application)
    announcement.serve([service])
    return (announcement, service)
  }

  /// Touches the panel briefly beside the knobs.
  private static func touch(_ rig: Rig) {
    let position = DisplayFraction(x: 0.9, y: 0.9)
    rig.touch.onFrame(
      TouchFrame(time: rig.loop.now, changes: [.down(Rig.finger, position), .up(Rig.finger)]))
  }

  @Test("Events are passed on as lines of JSON with their times") func events() throws {
    let rig = try Rig()
    let (announcement, service) = Self.serve(rig)
    let event = PresenceEvent(
      time: Timestamp(microseconds: rig.loop.nowMicroseconds + 250_000), source: .encoder,
      isPresent: true)
    announcement.publish([.presence(event)], of: rig.application.layout)
    let line = try #require(service.events.first)
    #expect(service.events.count == 1)
    #expect(line.hasPrefix(#"{"t":0.25"#) && line.contains(#","time":"20"#))
    #expect(line.hasSuffix(#""presence":true,"event":"present","source":"encoder"}"#))
  }

  @Test("A touch is reported with its time; another right after it is not") func lastTouch() throws
  {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    let (announcement, service) = Self.serve(rig)
    #expect(service.states[.lastTouch] == PanelEntity.State.none)

    let before = WallClockTimer.utcSeconds
    Self.touch(rig)
    announcement.update()
    let reported = try #require(rig.application.lastTouchSeconds)
    #expect(service.states[.lastTouch] == .moment(reported))
    #expect((before...WallClockTimer.utcSeconds).contains(reported))

    // As if the last touch had been a while ago, and then longer.
    for (age, isReported) in [(Int64(8), false), (11, true), (-60, true)] {
      let last = reported - age
      rig.application.lastTouchSeconds = last
      Self.touch(rig)
      #expect((rig.application.lastTouchSeconds != last) == isReported, "\(age) s")
    }
  }

  @Test("A screenshot is reported when it is taken, even if nothing has changed") func screenshot()
    throws
  {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    let (announcement, service) = Self.serve(rig)
    #expect(service.states[.screenshot] == PanelEntity.State.none)
    var screenshots: [PanelEntity.State] = []
    for _ in 0..<2 {
      try service.command(.press, to: .takeScreenshot)
      #expect(service.states[.screenshot] == PanelEntity.State.none)
      try rig.run { service.states[.screenshot] != PanelEntity.State.none }
      screenshots.append(try #require(service.states[.screenshot]))
    }
    announcement.stop()
    guard case .picture(let text) = screenshots[0] else {
      Issue.record("no picture: \(screenshots)")
      return
    }
    let bytes = try #require(Data(base64Encoded: text))
    let picture = try PNGPicture.decode([UInt8](bytes))
    #expect(picture.size == rig.application.scene.frame.size)
    #expect(screenshots[0] == screenshots[1])
  }

  @Test("A panel that ends while a screenshot is made reports nothing") func screenshotAtTheEnd()
    throws
  {
    let rig = try Rig()
    try rig.application.start()
    let (announcement, service) = Self.serve(rig)
    try service.command(.press, to: .takeScreenshot)
    announcement.stop()
    rig.application.stop()
    // A larger screenshot, begun later, has finished.
    let frame = try #require(PixelBuffer(size: PixelSize(width: 1000, height: 1000)))
    let others = Screenshots(loop: rig.loop) { frame }
    var hasEnded = false
    others.ask(for: frame) { _ in hasEnded = true }
    try rig.run { hasEnded }
    #expect(service.states[.screenshot] == PanelEntity.State.none)
  }

  @Test(
    "A screenshot is halved until it fits the limit",
    arguments: [(0, 1), (3000, 24), (.max, 96)])
  func smallScreenshot(byteLimit: Int, leastWidth: Int) throws {
    let loop = try EventLoop()
    let frame = try #require(PixelBuffer(size: PixelSize(width: 96, height: 60)))
    // Noise, which does not compress.
    var state: UInt32 = 1
    for index in frame.pixels.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      frame.pixels[index] = 0xFF00_0000 | state >> 8
    }
    let screenshots = Screenshots(byteLimit: byteLimit, loop: loop) { frame }
    var shot: Screenshot?
    screenshots.ask(for: frame) { shot = try? $0.get() }
    try Patience.run(loop, state: byteLimit) { shot != nil }
    let taken = try #require(shot)
    #expect(taken.size.width >= leastWidth && taken.size.width * 60 / 96 / 2 <= taken.size.height)
    #expect(taken.text.utf8.count <= byteLimit || taken.size.height == 1)
    #expect(byteLimit < .max || taken.size == frame.size)
    let bytes = try #require(Data(base64Encoded: taken.text))
    #expect(try PNGPicture.decode([UInt8](bytes)).size == taken.size)
  }

  @Test("A panel without a layout file has no errors, and nothing to reload")
  func withoutFile() throws {
    let rig = try Rig()
    defer { rig.application.stop() }
    try rig.application.start()
    let (announcement, service) = Self.serve(rig)
    #expect(service.states[.layout] == .word("good"))
    try service.command(.press, to: .reload)
    announcement.update()
    #expect(service.states[.layout] == .word("good"))
  }
}

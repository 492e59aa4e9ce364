import Glibc
import Linux
import Raster
import Testing

@testable import Display

@Suite struct PresentingTests {
  @Test func openingQueriesButShowsNothing() throws {
    let rig = try Rig()
    #expect(rig.takeJournal().isEmpty)
    #expect(rig.display.isReady)
    #expect(rig.display.size == PixelSize(width: 64, height: 48))
    #expect(rig.display.physicalSize == PhysicalSize(width: 160, height: 120))
    let log = "HDMI-A-1 on /dev/dri/card0 (fake), 64x48@60, atomic modesetting, XRGB8888, 2 buffers"
    #expect(rig.logged == "showing on " + log)
  }

  @Test func theFirstPictureSetsTheModeAndWaits() throws {
    let rig = try Rig()
    rig.display.present(try rig.picture(), damage: everything(rig), rotation: .none)
    #expect(
      rig.takeJournal() == [
        "modeset: HDMI-A-1.CRTC_ID=40 crtc40.MODE_ID=64x48@60 crtc40.ACTIVE=1 plane50.FB_ID=ours "
          + "plane50.CRTC_ID=40 plane50.SRC_X=0 plane50.SRC_Y=0 plane50.SRC_W=4194304 "
          + "plane50.SRC_H=3145728 plane50.CRTC_X=0 plane50.CRTC_Y=0 plane50.CRTC_W=64 "
          + "plane50.CRTC_H=48"
      ])
    #expect(rig.display.isReady)
    #expect(rig.takeEvents() == [.startedShowing])
    #expect(rig.card.flipCount == 0)
  }

  @Test func laterPicturesFlipWithTheirDamage() throws {
    let rig = try Rig()
    let picture = try rig.picture()
    try rig.showAll(picture)
    _ = rig.takeJournal()
    rig.display.present(
      picture, damage: Damage(PixelRect(x: 4, y: 8, width: 10, height: 2)), rotation: .none)
    #expect(
      rig.takeJournal() == ["flip: plane50.FB_ID=ours plane50.FB_DAMAGE_CLIPS=[4, 8, 14, 10]"])
    // Rotated, the same rectangle is elsewhere; the first rotated picture is all new.
    try rig.vblank()
    rig.display.present(picture, damage: everything(rig), rotation: .half)
    try rig.vblank()
    _ = rig.takeJournal()
    rig.display.present(
      picture, damage: Damage(PixelRect(x: 4, y: 8, width: 10, height: 2)), rotation: .half)
    #expect(
      rig.takeJournal() == ["flip: plane50.FB_ID=ours plane50.FB_DAMAGE_CLIPS=[50, 38, 60, 40]"])
  }

  /// Damage may have up to its maximum number of rectangles; each becomes a clip.
  @Test(arguments: 1...Damage.capacity)
  func everyDamageRectangleBecomesAClip(count: Int) throws {
    let rig = try Rig()
    let picture = try rig.picture()
    try rig.showAll(picture)
    _ = rig.takeJournal()
    var damage = Damage()
    var clips: [Int] = []
    for index in 0..<count {
      // Apart from each other, so that none are merged.
      let rect = PixelRect(x: index % 8 * 8, y: index / 8 * 8, width: 3, height: 2)
      damage.add(rect)
      clips += [rect.x, rect.y, rect.maxX, rect.maxY]
    }
    try #require(damage.count == count)
    rig.display.present(picture, damage: damage, rotation: .none)
    #expect(rig.takeJournal() == ["flip: plane50.FB_ID=ours plane50.FB_DAMAGE_CLIPS=\(clips)"])
  }

  /// Further rectangles are merged.
  @Test(arguments: [Damage.capacity + 1, Damage.capacity * 2, 200])
  func excessRectanglesAreMergedIntoFewerClips(count: Int) throws {
    let rig = try Rig()
    let picture = try rig.picture()
    try rig.showAll(picture)
    _ = rig.takeJournal()
    var damage = Damage()
    for index in 0..<count {
      damage.add(PixelRect(x: index % 16 * 4, y: index / 16 * 3, width: 1, height: 1))
    }
    try #require((1...Damage.capacity).contains(damage.count))
    let clips = (0..<damage.count).flatMap { index in
      let rect = damage[index]
      return [rect.x, rect.y, rect.maxX, rect.maxY]
    }
    rig.display.present(picture, damage: damage, rotation: .none)
    #expect(rig.takeJournal() == ["flip: plane50.FB_ID=ours plane50.FB_DAMAGE_CLIPS=\(clips)"])
  }

  @Test func withoutDamageNothingHappens() throws {
    let rig = try Rig()
    let picture = try rig.picture()
    rig.display.present(picture, damage: Damage(), rotation: .none)
    #expect(rig.takeJournal().isEmpty)
    try rig.showAll(picture)
    let (commits, bytes, wakeUps) = (
      rig.display.commitCount, rig.display.byteCount, rig.loop.wakeUpCount
    )
    _ = rig.takeJournal()
    for _ in 0..<10 { rig.display.present(picture, damage: Damage(), rotation: .none) }
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(rig.takeJournal().isEmpty)
    #expect(rig.display.commitCount == commits)
    #expect(rig.display.byteCount == bytes)
    #expect(rig.loop.wakeUpCount == wakeUps)
  }

  @Test func oneFlipIsInFlightAndItsTimeIsReported() throws {
    let rig = try Rig()
    let picture = try rig.picture()
    try rig.showAll(picture)
    try rig.showAll(picture)
    _ = rig.takeEvents()

    rig.display.present(picture, damage: everything(rig), rotation: .none)
    #expect(!rig.display.isReady)
    rig.display.present(picture, damage: everything(rig), rotation: .none)
    #expect(rig.card.flipCount == 2)
    rig.card.finishFlip(atMicroseconds: 5_000_000)
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(rig.display.isReady)
    #expect(rig.takeEvents() == [.ready(shownAtMicroseconds: 5_000_000)])
  }

  /// Buffers alternate, so each must catch up with what it missed, and with no more.
  @Test(arguments: [1, 2], PixelFormat.allCases)
  func theScreenAlwaysShowsTheWholePicture(buffers: Int, format: PixelFormat) throws {
    let card = try FakeCard.ordinary()
    card.bufferLimit = buffers
    card.formats = [format]
    let rig = try Rig(FakeMachine(card))
    let picture = try rig.picture(0)
    let reference = try #require(Reference(size: rig.display.size, format: format))
    try rig.showAll(picture)
    for step in 0..<20 {
      let rect = PixelRect(x: step * 3 % 60, y: step * 7 % 40, width: 4, height: 5)
      let colour = UInt32(step) * 0x0B_0703
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX { picture.pixels[y * picture.stride + x] = colour }
      }
      let before = rig.display.byteCount
      rig.display.present(picture, damage: Damage(rect), rotation: .none)
      try rig.vblank()
      let shown = try #require(card.framebuffer(onCRTC: 40))
      try #require(try card.pixels(of: shown) == reference.pixels(of: picture))
      // Once all buffers have been filled, only damage is copied: at most two frames' worth, each
      // widened to cache lines.
      if step >= buffers {
        let line = 64 / format.bytesPerPixel * 2
        #expect(rig.display.byteCount - before <= buffers * line * 5 * format.bytesPerPixel)
      }
    }
  }

  /// Writing to it would cause tearing.
  @Test func theBufferOnTheScreenIsNeverWritten() throws {
    let rig = try Rig()
    for colour in UInt32(1)...6 {
      try rig.showAll(try rig.picture(colour))
      let shown = try #require(rig.card.framebuffer(onCRTC: 40))
      let before = try rig.card.pixels(of: shown)
      let next = try rig.picture(colour + 1)
      rig.display.present(next, damage: everything(rig), rotation: .none)
      // Neither while the next one waits for its refresh, nor by a change in the meantime.
      rig.display.present(next, damage: everything(rig), rotation: .none)
      #expect(try rig.card.pixels(of: shown) == before)
      try rig.vblank()
      #expect(rig.card.framebuffer(onCRTC: 40) != shown)
    }
  }

  @Test func anotherRotationOrSizeIsShownWhole() throws {
    let rig = try Rig()
    try rig.showAll(try rig.picture(0xFF_FF_FF))
    // Smaller than the screen: the rest must be black in every buffer.
    let small = try #require(PixelBuffer(size: PixelSize(width: 20, height: 10)))
    for index in small.pixels.indices { small.pixels[index] = 0x00_FF_00 }
    for _ in 0..<4 {
      rig.display.present(small, damage: Damage(small.size.bounds), rotation: .quarter)
      try rig.vblank()
      let pixels = try rig.card.pixels(of: try #require(rig.card.framebuffer(onCRTC: 40)))
      let lit = stride(from: 1, to: pixels.count, by: 4).filter { pixels[$0] == 0xFF }.count
      #expect(lit == 200)
      let white = stride(from: 0, to: pixels.count, by: 4).filter { pixels[$0] == 0xFF }.count
      #expect(white == 0)
    }
  }

  /// Emulated screens report flips at once; without a limit, an animation would spin.
  @Test func instantFlipsAreLimitedToTheRateOfTheMode() throws {
    let rig = try Rig()
    let picture = try rig.picture()
    try rig.showAll(picture)
    _ = rig.takeEvents()
    rig.display.present(picture, damage: everything(rig), rotation: .none)
    rig.card.finishFlip(atMicroseconds: 9_000_000)
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(rig.takeEvents() == [.ready(shownAtMicroseconds: 9_000_000)])

    rig.display.present(picture, damage: everything(rig), rotation: .none)
    rig.card.finishFlip(atMicroseconds: 9_000_100)
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(!rig.display.isReady)
    #expect(rig.takeEvents().isEmpty)
    #expect(rig.display.pacer.deadlineMicroseconds == 9_016_666)
    rig.display.becomeReady()
    #expect(rig.display.isReady)
    #expect(rig.takeEvents() == [.ready(shownAtMicroseconds: 9_000_100)])
  }

  @Test func aCardThatClearsItsMemoryWhenLitShowsThePicture() throws {
    let card = try FakeCard.ordinary()
    card.clearsMemoryWhenLit = true
    card.darken(connector: 20, crtc: 40, plane: 50)
    let rig = try Rig(FakeMachine(card))
    try rig.showAll(try rig.picture(0x55))
    #expect(try card.pixels(of: try #require(card.framebuffer(onCRTC: 40)))[0] == 0x55)
  }

  @Test func damageWithoutClipsIsStillShown() throws {
    let card = try FakeCard.ordinary()
    card.planes = []
    card.addPlane(50, type: 1, possibleCRTCs: 0b01, hasClips: false)
    let rig = try Rig(FakeMachine(card))
    try rig.showAll(try rig.picture())
    _ = rig.takeJournal()
    try rig.showAll(try rig.picture())
    #expect(rig.takeJournal() == ["flip: plane50.FB_ID=ours"])
  }

  @Test func withoutABlobTheWholePlaneIsDamaged() throws {
    let rig = try Rig()
    try rig.showAll(try rig.picture())
    _ = rig.takeJournal()
    rig.card.fail("createBlob", with: ENOMEM)
    try rig.showAll(try rig.picture())
    #expect(rig.takeJournal() == ["flip: plane50.FB_ID=ours"])
    #expect(rig.display.isReady)
  }
}

func everything(_ rig: Rig) -> Damage {
  Damage(rig.display.size.bounds)
}

/// The same copy into ordinary memory.
struct Reference {
  let size: PixelSize
  let format: PixelFormat

  init?(size: PixelSize, format: PixelFormat) {
    self.size = size
    self.format = format
  }

  func pixels(of picture: PixelBuffer, rotation: Rotation = .none) throws -> [UInt8] {
    let pitch = size.width * format.bytesPerPixel
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: pitch * size.height, alignment: 64)
    defer { memory.deallocate() }
    let scanout = try #require(
      Scanout(memory: memory, pitch: pitch, format: format, size: size))
    scanout.copy(picture, rect: picture.size.bounds, rotation: rotation)
    return Array(memory)
  }
}

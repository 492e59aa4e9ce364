import Gesture
import Layout
import Backlight
import Testing

/// The picture's offset, and when it moves.
@Suite struct PictureShiftTests {
  private static func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  private static func layout(_ change: (inout ScreenLayout) -> Void = { _ in }) -> ScreenLayout {
    var layout = ScreenLayout()
    layout.shift = 0.015
    change(&layout)
    return layout
  }

  @Test("The path starts in the middle, has small steps, reaches all edges, and is closed")
  func path() {
    let offsets = (0...80).map { PictureShift(step: $0) }
    #expect(offsets[0].x == 0 && offsets[0].y == 0 && offsets[80] == offsets[0])
    for (offset, next) in zip(offsets, offsets.dropFirst()) {
      #expect(abs(offset.x - next.x) < 0.26 && abs(offset.y - next.y) < 0.21)
      #expect(offset != next)
    }
    #expect(offsets.map(\.x).min() == -1 && offsets.map(\.x).max() == 1)
    #expect(offsets.map(\.y).min() == -1 && offsets.map(\.y).max() == 1)
    #expect(Set(offsets).count > 50)
  }

  @Test("The picture moves by a step a minute, also while it is touched")
  func minutes() {
    var screen = ScreenController(Self.layout(), at: Self.time(0))
    #expect(screen.nextWake == Self.time(60))
    screen.tick(at: Self.time(59))
    #expect(screen.shift.x == 0)
    screen.tick(at: Self.time(60))
    #expect(abs(screen.shift.x - 0.015 / 4) < 1e-9 && abs(screen.shift.y - 0.015 / 5) < 1e-9)
    screen.wake(at: Self.time(100))
    #expect(screen.nextWake == Self.time(120))
  }

  @Test("While the screen is off, no step is due; one is when it is lit again")
  func off() {
    var screen = ScreenController(Self.layout(), at: Self.time(0))
    screen.turnOff()
    #expect(screen.nextWake == nil)
    screen.tick(at: Self.time(300))
    #expect(screen.shift.x == 0)
    screen.wake(at: Self.time(600))
    #expect(screen.nextWake == Self.time(60))
    screen.tick(at: Self.time(600))
    #expect(abs(screen.shift.x - 0.015 / 4) < 1e-9)
    #expect(screen.nextWake == Self.time(660))
  }

  @Test("A dimmed screen moves, too, and turns off in time")
  func dimmed() {
    var screen = ScreenController(
      Self.layout {
        $0.dimMicroseconds = 10_000_000
        $0.offMicroseconds = 90_000_000
      }, at: Self.time(0))
    screen.tick(at: Self.time(10))
    #expect(screen.state == .dimmed && screen.nextWake == Self.time(60))
    screen.tick(at: Self.time(60))
    #expect(screen.shift.x > 0 && screen.nextWake == Self.time(90))
    screen.tick(at: Self.time(90))
    #expect(screen.state == .off)
  }

  @Test("By default, no step is due and nothing moves")
  func none() {
    var screen = ScreenController(ScreenLayout(), at: Self.time(0))
    #expect(screen.nextWake == nil)
    screen.tick(at: Self.time(6000))
    #expect(screen.shift.x == 0 && screen.shift.y == 0)
  }
}

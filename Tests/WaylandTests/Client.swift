import Display
import Linux
import Raster
import TestPatience
import Testing

@testable import Wayland

/// A display under test on a loop with a manual clock, and the events that it reported.
final class Client {
  let loop: EventLoop
  let display: WaylandDisplay
  private(set) var events: [DisplayEvent] = []
  private(set) var end: WaylandEnd?

  init(_ weston: Weston, _ change: (inout WaylandOptions) -> Void = { _ in }) throws {
    loop = try EventLoop(clock: ManualClock())
    var options = WaylandOptions()
    options.socket = weston.socket
    options.windowSize = PixelSize(width: 300, height: 200)
    change(&options)
    display = try WaylandDisplay.open(options, on: loop)
    display.onEvent = { [unowned self] in events.append($0) }
    display.onEnd = { [unowned self] in end = $0 }
  }

  deinit { display.close() }

  /// Runs the loop until a condition holds; returns false on a timeout.
  func wait(for condition: () -> Bool) throws -> Bool {
    try Patience.run(loop, state: events, until: condition)
    return condition()
  }

  /// Handles everything that the compositor sends in response to earlier requests: the reply to a
  /// sync comes after it.
  func settle() throws {
    let session = try #require(display.session)
    for _ in 0..<2 {
      var isAnswered = false
      let callback = session.connection.sync { isAnswered = true }
      session.flush()
      try #require(try wait { isAnswered })
      withExtendedLifetime(callback) {}
    }
  }

  func forgetEvents() { events.removeAll() }

  /// Shows a picture and waits until the display is ready for the next.
  func show(_ picture: PixelBuffer, rotation: Rotation = .none, damage: Damage? = nil) throws {
    try #require(try wait { display.isReady })
    display.present(
      picture, damage: damage ?? Damage(picture.size.bounds), rotation: rotation)
    try #require(try wait { display.isReady })
  }
}

/// Makes a picture without symmetry, in which no two neighbours are equal.
func noise(_ size: PixelSize, seed: UInt32 = 1) throws -> PixelBuffer {
  let picture = try #require(PixelBuffer(size: size))
  var state = seed
  for y in 0..<size.height {
    for x in 0..<size.width {
      state = state &* 1_664_525 &+ 1_013_904_223
      picture.pixels[y * picture.stride + x] = 0xFF00_0000 | state >> 8
    }
  }
  return picture
}

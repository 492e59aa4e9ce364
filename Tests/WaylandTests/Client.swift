import Display
import Linux
import Raster
import TestPatience
import Testing

@testable import Wayland

/// A display under test on its own loop, whose time a test advances, with all that it told.
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

  /// Handles events until something holds; false if it never does.
  func wait(for condition: () -> Bool) throws -> Bool {
    try Patience.run(loop, told: events, until: condition)
    return condition()
  }

  /// Handles what the compositor has to say after all that was asked of it: the answer to a question
  /// comes after that.
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

  /// Shows a picture and waits until the next may come.
  func show(_ picture: PixelBuffer, rotation: Rotation = .none, damage: Damage? = nil) throws {
    try #require(try wait { display.isReady })
    display.present(
      picture, damage: damage ?? Damage(picture.size.bounds), rotation: rotation)
    try #require(try wait { display.isReady })
  }
}

/// A picture in which no two neighbours are alike and nothing is symmetric.
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

import Display
import Linux
import Raster
import Testing

@testable import Wayland

/// A display under test on its own loop, with all that it told.
final class Client {
  let loop: EventLoop
  let display: WaylandDisplay
  private(set) var events: [DisplayEvent] = []
  private(set) var end: WaylandEnd?

  init(_ weston: Weston, _ change: (inout WaylandOptions) -> Void = { _ in }) throws {
    loop = try EventLoop()
    var options = WaylandOptions()
    options.socket = weston.socket
    options.windowSize = PixelSize(width: 300, height: 200)
    change(&options)
    display = try WaylandDisplay.open(options, on: loop)
    display.onEvent = { [unowned self] in events.append($0) }
    display.onEnd = { [unowned self] in end = $0 }
  }

  deinit { display.close() }

  /// Handles events until something holds; false if it does not within a time that is a limit for
  /// hangs, not a measurement.
  func wait(for condition: () -> Bool) throws -> Bool {
    for _ in 0..<200 {
      if condition() { return true }
      try loop.runOnce(timeoutMilliseconds: 50)
    }
    return condition()
  }

  /// Handles what comes within a moment that nothing should happen in.
  func settle() throws {
    for _ in 0..<5 { try loop.runOnce(timeoutMilliseconds: 40) }
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

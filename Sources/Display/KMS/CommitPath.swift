internal import Linux
internal import Raster

/// How framebuffers get onto the screen: atomically, or as before 2015.
///
/// Both serve one swapchain.
protocol CommitPath: AnyObject {
  /// Asks whether the whole configuration would work with that framebuffer, or tries it where
  /// there is no way to ask.
  func testCommit(_ framebuffer: UInt32) throws(SystemError)
  /// Sets everything and waits until it is visible; the screen may flicker. No event follows.
  func modeset(_ framebuffer: UInt32) throws(SystemError)
  /// Shows another framebuffer at the next vertical blank. `damage` is what differs from the one
  /// shown now, in framebuffer pixels.
  func flip(
    to framebuffer: UInt32, damage: Damage, generation: UInt64
  ) throws(SystemError) -> FlipOutcome
  /// Puts the output out and waits until it is, so that framebuffers can go.
  func disable() throws(SystemError)
}

enum FlipOutcome {
  /// An event with the generation follows.
  case pending
  /// It is visible already; no event follows.
  case shown
}

/// What is lit and how, the same for both ways.
struct ScanoutSetting {
  var pipeline: Pipeline
  var mode: DRMMode
}

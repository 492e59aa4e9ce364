internal import Linux
internal import Raster

/// A way to show framebuffers on the screen: atomic or legacy modesetting.
protocol CommitPath: AnyObject {
  /// Tests the whole configuration with that framebuffer; applies it if it cannot be tested.
  func testCommit(_ framebuffer: UInt32) throws(SystemError)
  /// Applies the whole configuration and waits until it is visible; the screen may flicker. No
  /// event follows.
  func modeset(_ framebuffer: UInt32) throws(SystemError)
  /// Shows another framebuffer at the next vertical blank.
  ///
  /// `damage` is the difference from the current framebuffer, in framebuffer pixels.
  func flip(
    to framebuffer: UInt32, damage: Damage, generation: UInt64
  ) throws(SystemError) -> FlipOutcome
  /// Disables the output and waits for completion, so that framebuffers can be removed.
  func disable() throws(SystemError)
}

/// How a flip completes.
enum FlipOutcome {
  /// An event with the generation follows.
  case pending
  /// The framebuffer is already visible; no event follows.
  case shown
}

/// The pipeline and the mode to set.
struct ScanoutSetting {
  var pipeline: Pipeline
  var mode: DRMMode
}

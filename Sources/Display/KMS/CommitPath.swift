internal import Linux
internal import Raster

/// How framebuffers get onto the screen: by atomic or by legacy modesetting.
protocol CommitPath: AnyObject {
  /// Checks whether the whole configuration works with that framebuffer; sets it where that cannot
  /// be checked.
  func testCommit(_ framebuffer: UInt32) throws(SystemError)
  /// Sets everything and waits until it is visible; the screen may flicker. No event follows.
  func modeset(_ framebuffer: UInt32) throws(SystemError)
  /// Shows another framebuffer at the next vertical blank.
  ///
  /// `damage` is what differs from the one shown now, in framebuffer pixels.
  func flip(
    to framebuffer: UInt32, damage: Damage, generation: UInt64
  ) throws(SystemError) -> FlipOutcome
  /// Disables the output and waits until it is, so that framebuffers can be removed.
  func disable() throws(SystemError)
}

/// What follows a flip.
enum FlipOutcome {
  /// An event with the generation follows.
  case pending
  /// It is visible already; no event follows.
  case shown
}

/// The pipeline and the mode to set.
struct ScanoutSetting {
  var pipeline: Pipeline
  var mode: DRMMode
}

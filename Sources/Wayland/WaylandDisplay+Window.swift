public import Raster

/// What concerns windows and no other displays.
extension WaylandDisplay {
  /// Gives the window another size in the compositor's pixels, where that is ours to choose; a new
  /// layout may want one.
  public func resize(to size: PixelSize) {
    session?.window?.resize(to: size)
  }

  /// Whether the window fills an output; the compositor answers with another size.
  public var isFullscreen: Bool {
    get { session?.window?.role.isFullscreen ?? false }
    set {
      session?.window?.role.isFullscreen = newValue
      session?.flush()
    }
  }

  /// Commits of surfaces so far on this connection; one that shows a still picture adds none.
  public var commitCount: Int { session?.window?.commitCount ?? 0 }

  /// Buffers that hold memory now.
  public var bufferCount: Int { session?.window?.bufferCount ?? 0 }
}

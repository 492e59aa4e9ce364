public import Raster

/// Properties specific to windows.
extension WaylandDisplay {
  /// Resizes the window, in the compositor's coordinates, where the compositor leaves the size to
  /// the client.
  public func resize(to size: PixelSize) {
    session?.window?.resize(to: size)
  }

  /// Whether the window fills an output; setting it makes the compositor send another size.
  public var isFullscreen: Bool {
    get { session?.window?.role.isFullscreen ?? false }
    set {
      session?.window?.role.isFullscreen = newValue
      session?.flush()
    }
  }

  /// The number of surface commits on this connection; a still picture adds none.
  public var commitCount: Int { session?.window?.commitCount ?? 0 }

  /// The number of buffers that currently hold memory.
  public var bufferCount: Int { session?.window?.bufferCount ?? 0 }
}

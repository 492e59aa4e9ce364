public import Raster

/// What only windows have.
extension WaylandDisplay {
  /// Gives the window another size in the compositor's coordinates, where the compositor leaves it to
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

  /// Commits of the window's surface so far on this connection; a still picture adds none.
  public var commitCount: Int { session?.window?.commitCount ?? 0 }

  /// Buffers that hold memory now.
  public var bufferCount: Int { session?.window?.bufferCount ?? 0 }
}

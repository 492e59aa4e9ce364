public import Raster

/// What a person may say about the window.
public struct WaylandOptions {
  /// The compositor's socket, nil for that of the environment (`WAYLAND_DISPLAY`).
  public var socket: String?
  /// The output to fill, as the compositor names it, such as `DSI-1`; implies `isFullscreen`.
  public var output: String?
  /// Fill an output, that of the compositor's choice if none is named.
  public var isFullscreen = false
  /// Size of a window in the compositor's pixels, where it leaves that to us.
  public var windowSize = PixelSize(width: 800, height: 480)
  /// What a desktop writes above the window.
  public var title = "knobpanel"
  /// Be a part of the desktop instead of a window on it, where the compositor offers that.
  public var layer: ShellLayer?
  /// Keep the screen from going dark while the panel shows.
  public var inhibitsIdle = false
  /// Look for the compositor again when it exits or closes the window.
  public var reconnects = false
  /// How long the compositor may take to give the panel its first window.
  public var patienceSeconds = 5
  /// Told what a person who looks for a fault wants to know, one sentence each.
  public var log: (String) -> Void = { _ in }

  public init() {}
}

/// Where a layer lies between the desktop's background and its windows
/// (`zwlr_layer_shell_v1.layer`).
public enum ShellLayer: UInt32, CaseIterable, Sendable {
  case background = 0
  case bottom = 1
  case top = 2
  case overlay = 3
}

public import Raster

/// Which compositor to use, and what window to open on it.
public struct WaylandOptions {
  /// The compositor's socket; nil for that of the environment (`WAYLAND_DISPLAY`).
  public var socket: String?
  /// The output to fill, as the compositor names it, such as `DSI-1`; implies `isFullscreen`.
  public var output: String?
  /// Whether to fill an output; the compositor chooses one if `output` is nil.
  public var isFullscreen = false
  /// Size of the window in the compositor's coordinates, where it leaves that to the client.
  public var windowSize = PixelSize(width: 800, height: 480)
  /// What rules of the compositor know the window by (`xdg_toplevel.set_app_id`).
  public var appID = "knobpanel"
  /// The window's title.
  public var title = "knobpanel"
  /// The layer to be shown in instead of a window, where the compositor offers layers.
  public var layer: ShellLayer?
  /// Whether to keep the compositor from blanking the screen while the panel shows.
  public var inhibitsIdle = false
  /// Whether to connect again when the compositor exits or closes the window.
  public var reconnects = false
  /// How long the compositor may take to configure the first window.
  public var timeoutSeconds = 5
  /// Called with messages for finding errors, one sentence each.
  public var log: (String) -> Void = { _ in }

  /// The options for an ordinary window on the environment's compositor.
  public init() {}
}

/// Where a layer lies between the desktop's background and its windows
/// (`zwlr_layer_shell_v1.layer`).
public enum ShellLayer: UInt32, CaseIterable, Sendable {
  /// Behind everything, such as a wallpaper.
  case background = 0
  /// Behind the windows.
  case bottom = 1
  /// In front of ordinary windows.
  case top = 2
  /// In front of everything.
  case overlay = 3
}

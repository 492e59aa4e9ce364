public import Raster

/// The compositor to use, and the window to open on it.
public struct WaylandOptions {
  /// The compositor's socket; nil for the one in the environment (`WAYLAND_DISPLAY`).
  public var socket: String?
  /// The compositor's name of the output to fill, such as `DSI-1`; implies `isFullscreen`.
  public var output: String?
  /// Whether to fill an output; the compositor chooses one if `output` is nil.
  public var isFullscreen = false
  /// The window size in the compositor's coordinates, where it leaves that to the client.
  public var windowSize = PixelSize(width: 800, height: 480)
  /// The id that identifies the window in compositor rules (`xdg_toplevel.set_app_id`).
  public var appID = "knobpanel"
  /// The window's title.
  public var title = "knobpanel"
  /// The layer to use instead of a window, where the compositor offers layers.
  public var layer: ShellLayer?
  /// Whether to keep the compositor from blanking the screen while the panel shows.
  public var inhibitsIdle = false
  /// Whether to reconnect when the compositor exits or closes the window.
  public var reconnects = false
  /// The timeout for the compositor to configure the first window.
  public var timeoutSeconds = 5
  /// Receives debug messages, one sentence each.
  public var log: (String) -> Void = { _ in }

  /// Creates options for an ordinary window on the environment's compositor.
  public init() {}
}

/// The position of a layer relative to the desktop's background and windows
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

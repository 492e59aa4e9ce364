internal import ArgumentParser
internal import Wayland

/// The options of `run` for its window in a Wayland session.
struct WindowArguments: ParsableArguments {
  @Flag(help: "Fill an output instead of opening a window; --output does so too.")
  var fullscreen = false

  @Option(
    help: "Be a layer of the desktop instead of a window on it, where the compositor has layers.")
  var layer: Layer?

  @Flag(help: "Keep the screen from going dark.")
  var inhibitIdle = false

  @Flag(help: "When the compositor exits or closes the window, open it again as soon as possible.")
  var restart = false

  enum Layer: String, ExpressibleByArgument, CaseIterable {
    case background, bottom, top, overlay

    var shellLayer: ShellLayer {
      switch self {
      case .background: .background
      case .bottom: .bottom
      case .top: .top
      case .overlay: .overlay
      }
    }
  }

  var options: WaylandOptions {
    var options = WaylandOptions()
    options.isFullscreen = fullscreen
    options.layer = layer?.shellLayer
    options.inhibitsIdle = inhibitIdle
    options.reconnects = restart
    return options
  }
}

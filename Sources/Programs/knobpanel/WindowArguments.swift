internal import ArgumentParsing
internal import Wayland

/// The options of `run` for its window in a Wayland session.
struct WindowArguments {
  static var parameters: [Parameter<Self>] {
    [
      .flag(
        "fullscreen", \.fullscreen,
        help: "Fill an output instead of opening a window; implied by --output."),
      .option(
        "layer", \.layer,
        help: """
          Be a layer of the desktop instead of a window, if the compositor has layers.
          """),
      .option(
        "app-id", value: "name", \.appID,
        help: "The application ID, for the compositor's window rules."),
      .flag("inhibit-idle", \.inhibitIdle, help: "Keep the screen from going dark."),
      .flag(
        "restart", \.restart,
        help: """
          When the compositor exits or closes the window, open it again as soon as possible.
          """),
    ]
  }

  private var fullscreen = false
  private var layer: Layer?
  private var appID = "knobpanel"
  private var inhibitIdle = false
  private var restart = false

  enum Layer: String, ArgumentValue, CaseIterable {
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
    options.appID = appID
    options.inhibitsIdle = inhibitIdle
    options.reconnects = restart
    return options
  }
}

internal import Raster

/// What makes a surface something on the screen: a window or a layer.
protocol ShellRole: AnyObject {
  /// The compositor wants a size, or leaves it to us with nil; to be acknowledged before the commit
  /// that follows it.
  var onConfigure: (_ serial: UInt32, _ size: WindowSize) -> Void { get set }
  var onClose: () -> Void { get set }
  func acknowledge(_ serial: UInt32)
  /// To be called when the output that was asked for by name is there (again).
  func fill(_ output: WlOutput)
  /// Whether it asks to fill an output.
  var isFullscreen: Bool { get set }
}

/// What the compositor says of a window's size.
enum WindowSize: Hashable {
  /// It is up to us.
  case free
  /// A person dragged the window to it.
  case dragged(PixelSize)
  /// That of a place on the screen which the window fills.
  case given(PixelSize)
}

/// A window of a desktop, or the one window of a kiosk (`xdg_toplevel`).
final class ToplevelRole: ShellRole {
  var onConfigure: (UInt32, WindowSize) -> Void = { _, _ in }
  var onClose: () -> Void = {}

  // In the order in which they must be destroyed.
  private let decoration: ZxdgToplevelDecorationV1?
  let toplevel: XdgToplevel
  private let shellSurface: XdgSurface
  private var wantsFullscreen: Bool
  private var size = WindowSize.free

  init(surface: WlSurface, globals: Globals, shell: XdgWmBase, options: WaylandOptions) {
    wantsFullscreen = options.isFullscreen
    shellSurface = shell.getXdgSurface(surface: surface)
    toplevel = shellSurface.getToplevel()
    decoration = globals.decorations?.getToplevelDecoration(toplevel: toplevel)
    decoration?.setMode(mode: ZxdgToplevelDecorationV1.Mode.serverSide)
    toplevel.onEvent { [unowned self] event in
      switch event {
      case .configure(let width, let height, let states):
        size = Self.size(PixelSize(width: Int(width), height: Int(height)), states: states)
      case .close: onClose()
      default: break
      }
    }
    shellSurface.onEvent { [unowned self] event in
      if case .configure(let serial) = event { onConfigure(serial, size) }
    }
    toplevel.setAppId(appId: "knobpanel")
    toplevel.setTitle(title: options.title)
    if options.isFullscreen { toplevel.setFullscreen(output: nil) }
  }

  private static func size(_ size: PixelSize, states: [UInt32]) -> WindowSize {
    if size.bounds.isEmpty { return .free }
    let filling = [XdgToplevel.State.fullscreen, XdgToplevel.State.maximized]
    return states.contains(where: filling.contains) ? .given(size) : .dragged(size)
  }

  var isFullscreen: Bool {
    get { wantsFullscreen }
    set {
      wantsFullscreen = newValue
      newValue ? toplevel.setFullscreen(output: nil) : toplevel.unsetFullscreen()
    }
  }

  func acknowledge(_ serial: UInt32) { shellSurface.ackConfigure(serial: serial) }

  func fill(_ output: WlOutput) { toplevel.setFullscreen(output: output) }
}

/// A part of the desktop itself, behind or before the windows (`zwlr_layer_surface_v1`).
final class LayerRole: ShellRole {
  var onConfigure: (UInt32, WindowSize) -> Void = { _, _ in }
  var onClose: () -> Void = {}

  private let layerSurface: ZwlrLayerSurfaceV1

  init(surface: WlSurface, shell: ZwlrLayerShellV1, layer: ShellLayer, output: WlOutput?) {
    layerSurface = shell.getLayerSurface(
      surface: surface, output: output, layer: layer.rawValue, namespace: "knobpanel")
    typealias Anchor = ZwlrLayerSurfaceV1.Anchor
    layerSurface.setAnchor(anchor: Anchor.top | Anchor.bottom | Anchor.left | Anchor.right)
    // All of the output, also what other layers have reserved.
    layerSurface.setExclusiveZone(zone: -1)
    layerSurface.onEvent { [unowned self] event in
      switch event {
      case .configure(let serial, let width, let height):
        let size = PixelSize(width: Int(width), height: Int(height))
        onConfigure(serial, size.bounds.isEmpty ? .free : .given(size))
      case .closed: onClose()
      }
    }
  }

  func acknowledge(_ serial: UInt32) { layerSurface.ackConfigure(serial: serial) }

  // The output of a layer is chosen once; another one closes the layer.
  func fill(_ output: WlOutput) {}
  var isFullscreen: Bool {
    get { true }
    set {}
  }
}

internal import Raster

/// The role of a surface: a window or a layer.
protocol ShellRole: AnyObject {
  /// Called when the compositor sends a size; the serial must be acknowledged before the next
  /// commit.
  var onConfigure: (_ serial: UInt32, _ size: WindowSize) -> Void { get set }
  /// Called when the compositor closes it.
  var onClose: () -> Void { get set }
  /// Acknowledges a configure event (`ack_configure`).
  func acknowledge(_ serial: UInt32)
  /// Fills an output; called when the output requested by name is added.
  func fill(_ output: WlOutput)
}

/// The size in a configure event.
enum WindowSize: Hashable {
  /// The client chooses.
  case free
  /// The user resized the window to this size.
  case dragged(PixelSize)
  /// The size of the area that the window fills, fullscreen or maximized.
  case given(PixelSize)
}

/// A window (`xdg_toplevel`).
final class ToplevelRole: ShellRole {
  var onConfigure: (UInt32, WindowSize) -> Void = { _, _ in }
  var onClose: () -> Void = {}

  // In the order in which they must be destroyed.
  private let decoration: ZxdgToplevelDecorationV1?
  let toplevel: XdgToplevel
  private let shellSurface: XdgSurface
  private var size = WindowSize.free

  init(surface: WlSurface, globals: Globals, shell: XdgWmBase, options: WaylandOptions) {
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
    toplevel.setAppId(appId: options.appID)
    toplevel.setTitle(title: options.title)
    if options.isFullscreen { toplevel.setFullscreen(output: nil) }
  }

  private static func size(_ size: PixelSize, states: [UInt32]) -> WindowSize {
    if size.bounds.isEmpty { return .free }
    let filling = [XdgToplevel.State.fullscreen, XdgToplevel.State.maximized]
    return states.contains(where: filling.contains) ? .given(size) : .dragged(size)
  }

  func acknowledge(_ serial: UInt32) { shellSurface.ackConfigure(serial: serial) }

  func fill(_ output: WlOutput) { toplevel.setFullscreen(output: output) }
}

/// A layer behind or in front of the windows (`zwlr_layer_surface_v1`).
final class LayerRole: ShellRole {
  var onConfigure: (UInt32, WindowSize) -> Void = { _, _ in }
  var onClose: () -> Void = {}

  private let layerSurface: ZwlrLayerSurfaceV1

  init(surface: WlSurface, shell: ZwlrLayerShellV1, layer: ShellLayer, output: WlOutput?) {
    layerSurface = shell.getLayerSurface(
      surface: surface, output: output, layer: layer.rawValue, namespace: "knobpanel")
    typealias Anchor = ZwlrLayerSurfaceV1.Anchor
    layerSurface.setAnchor(anchor: Anchor.top | Anchor.bottom | Anchor.left | Anchor.right)
    // The whole output, including areas reserved by other layers.
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

  // A layer's output cannot be changed.
  func fill(_ output: WlOutput) {}
}

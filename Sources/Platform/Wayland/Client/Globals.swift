/// The compositor's global objects, bound in the versions supported by this client.
struct Globals {
  var compositor: WlCompositor?
  var memory: WlShm?
  var shell: XdgWmBase?
  var viewporter: WpViewporter?
  var fractionalScales: WpFractionalScaleManagerV1?
  var presentation: WpPresentation?
  var idleInhibitors: ZwpIdleInhibitManagerV1?
  var decorations: ZxdgDecorationManagerV1?
  var layers: ZwlrLayerShellV1?
  var outputNames: ZxdgOutputManagerV1?

  /// Binds the global if it is one of these; returns false for others.
  mutating func bind(
    _ interface: String, _ name: UInt32, _ offered: UInt32, in registry: WlRegistry
  )
    -> Bool
  {
    func object<Object: ProtocolObject>(upTo version: UInt32 = 1) -> Object {
      registry.bind(name: name, interface: Object.self, version: min(offered, version))
    }
    switch interface {
    // Version 4 added `damage_buffer`.
    case WlCompositor.table.name: compositor = object(upTo: 4)
    case WlShm.table.name: memory = object()
    case XdgWmBase.table.name: shell = object()
    case WpViewporter.table.name: viewporter = object()
    case WpFractionalScaleManagerV1.table.name: fractionalScales = object()
    case WpPresentation.table.name: presentation = object()
    case ZwpIdleInhibitManagerV1.table.name: idleInhibitors = object()
    case ZxdgDecorationManagerV1.table.name: decorations = object()
    case ZwlrLayerShellV1.table.name: layers = object()
    case ZxdgOutputManagerV1.table.name: outputNames = object(upTo: 2)
    default: return false
    }
    return true
  }

  /// Checks that the compositor offers the globals that a window needs.
  ///
  /// - Throws: `WaylandError.missingInterface` if one is missing.
  func check() throws(WaylandError) {
    let compositorVersion = compositor?.proxy.version ?? 0
    if compositorVersion < 4 {
      throw .missingInterface(WlCompositor.table.name, version: 4)
    }
    if memory == nil { throw .missingInterface(WlShm.table.name, version: 1) }
    if shell == nil { throw .missingInterface(XdgWmBase.table.name, version: 1) }
  }
}

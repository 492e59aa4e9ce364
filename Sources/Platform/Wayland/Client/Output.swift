internal import Display
internal import Raster

/// A compositor output (`wl_output`).
final class Output {
  /// The name of the global in the registry.
  let registryName: UInt32
  let object: WlOutput
  private(set) var name = ""
  private(set) var transform: UInt32 = 0
  private(set) var scale = 1
  /// In scan-out pixels, before `transform`.
  private(set) var modeSize: PixelSize?
  private var millimetres = PixelSize(width: 0, height: 0)
  private var naming: ZxdgOutputV1?

  /// Called when all properties were sent, initially and after a change (`wl_output.done`).
  var onDone: () -> Void = {}

  init(_ object: WlOutput, registryName: UInt32) {
    self.object = object
    self.registryName = registryName
    object.onEvent { [unowned self] event in self.handle(event) }
  }

  private func handle(_ event: WlOutput.Event) {
    switch event {
    case .geometry(_, _, let width, let height, _, _, _, let transform):
      millimetres = PixelSize(width: Int(width), height: Int(height))
      self.transform = UInt32(clamping: transform)
    case .mode(let flags, let width, let height, _):
      if flags & WlOutput.Mode.current != 0 {
        modeSize = PixelSize(width: Int(width), height: Int(height))
      }
    case .scale(let factor): scale = Int(min(max(factor, 1), 32))
    case .name(let name): self.name = name
    case .done: onDone()
    default: break
    }
  }

  /// Requests the name through xdg-output, for compositors whose `wl_output` does not send it.
  func learnName(from manager: ZxdgOutputManagerV1) {
    guard name.isEmpty, naming == nil else { return }
    let naming = manager.getXdgOutput(output: object)
    naming.onEvent { [unowned self] event in
      if case .name(let name) = event { self.name = name }
    }
    self.naming = naming
  }

  /// The output's size after its transform; nil if it does not fit the mode.
  var physicalSize: PhysicalSize? {
    guard let modeSize,
      let size = PhysicalSize(
        reportedWidth: millimetres.width, height: millimetres.height, mode: modeSize)
    else { return nil }
    return transform.isMultiple(of: 2)
      ? size : PhysicalSize(width: size.height, height: size.width)
  }
}

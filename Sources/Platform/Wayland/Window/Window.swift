internal import Display
internal import Gesture
internal import Linux
internal import Raster

/// The panel's surface: its role, size, buffers and frames.
///
/// Nothing is shown before the compositor's first configure event. Each configure event is
/// acknowledged with the commit that has its size: for windows that fill an output, a buffer of
/// another size than the acknowledged one is a protocol error.
final class Window {
  /// Called with the display's events; `.ready` once after each frame.
  var onEvent: (DisplayEvent) -> Void = { _ in }

  private(set) var geometry: SurfaceGeometry
  /// The geometry requested by the compositor since `settle`.
  private var wanted: SurfaceGeometry
  /// False until the first configure event.
  private(set) var isConfigured = false
  /// The number of commits.
  private(set) var commitCount = 0

  // In the order in which they must be destroyed.
  private let inhibitor: ZwpIdleInhibitorV1?
  private let fractionalScale: WpFractionalScaleV1?
  private let viewport: WpViewport?
  let frames: FrameClock
  let role: any ShellRole
  private var pool = BufferPool<SharedBuffer>()
  let surface: WlSurface

  private let memory: WlShm
  private let outputs: () -> [Output]
  private let log: (String) -> Void
  /// The size used where the compositor leaves it to the client.
  private var ownSize: PixelSize
  private var entered: [OpaquePointer] = []
  private var unacknowledged: UInt32?
  /// The scale for this surface (`wp_fractional_scale_v1.preferred_scale`).
  private var preferredScale: Int?
  private var lastPicture: (size: PixelSize, rotation: Rotation)?
  private var committed: SurfaceGeometry?
  private var isReadyEventDue = false
  private var shownAt: Int64?

  init(
    surface: WlSurface, role: any ShellRole, globals: Globals, memory: WlShm,
    options: WaylandOptions, outputs: @escaping () -> [Output]
  ) {
    self.surface = surface
    self.role = role
    self.memory = memory
    self.outputs = outputs
    log = options.log
    ownSize = options.windowSize
    geometry = SurfaceGeometry(logicalSize: options.windowSize)
    wanted = geometry
    viewport =
      globals.fractionalScales == nil
      ? nil : globals.viewporter?.getViewport(surface: surface)
    fractionalScale =
      viewport == nil
      ? nil : globals.fractionalScales?.getFractionalScale(surface: surface)
    inhibitor =
      options.inhibitsIdle
      ? globals.idleInhibitors?.createInhibitor(surface: surface) : nil
    frames = FrameClock(surface: surface, presentation: globals.presentation)
    geometry.isFractional = viewport != nil
    wanted = geometry
    listen()
    // Requests the first configure event.
    surface.commit()
  }

  private func listen() {
    surface.onEvent { [unowned self] event in
      switch event {
      case .enter(let output?):
        if !entered.contains(output) { entered.append(output) }
      case .leave(let output): entered.removeAll { $0 == output }
      default: return
      }
      refreshGeometry()
    }
    fractionalScale?.onEvent { [unowned self] event in
      guard case .preferredScale(let scale) = event else { return }
      preferredScale = Int(min(max(scale, 15), 3840))
      refreshGeometry()
    }
    role.onConfigure = { [unowned self] in self.configure(serial: $0, size: $1) }
    frames.onFree = { [unowned self] shownAt in
      self.shownAt = shownAt
      // Also for a late presentation time, if the window is still ready.
      isReadyEventDue = true
      sendReadyIfDue()
    }
  }

  /// The outputs that show it; a single output counts until the compositor reports otherwise.
  var shownOn: [Output] {
    let all = outputs()
    let shown = all.filter { output in entered.contains { output.object.is($0) } }
    return shown.isEmpty && all.count == 1 ? all : shown
  }

  /// Converts a position in surface coordinates to a fraction of the window.
  func fraction(x: Double, y: Double) -> DisplayFraction {
    DisplayFraction(
      x: x / Double(geometry.logicalSize.width), y: y / Double(geometry.logicalSize.height))
  }

  // MARK: Size

  private func configure(serial: UInt32, size: WindowSize) {
    unacknowledged = serial
    switch size {
    case .free: wanted.logicalSize = ownSize
    case .given(let size): wanted.logicalSize = size
    case .dragged(let size):
      ownSize = size
      wanted.logicalSize = size
    }
  }

  /// Reads changes of the outputs or their properties; `settle` applies them.
  func refreshGeometry() {
    let shown = shownOn
    if let preferredScale {
      wanted.scaleIn120ths = preferredScale
    } else if let scale = shown.map(\.scale).max() {
      wanted.scaleIn120ths = scale * 120
    }
    // For outputs with different transforms, the compositor must transform the buffer in any case.
    if let transform = shown.first?.transform, shown.allSatisfy({ $0.transform == transform }) {
      wanted.outputTransform = transform
    }
  }

  /// Applies the compositor's requests, once for all events that arrived together: each size causes
  /// a new layout.
  func settle() {
    let isFirst = !isConfigured && unacknowledged != nil
    let isSame = wanted == geometry
    if wanted.bufferSize != geometry.bufferSize { pool.retireAll() }
    geometry = wanted
    guard isConfigured || isFirst else { return }
    if isSame && !isFirst {
      // Nothing to draw: acknowledge the configure event immediately.
      if acknowledge() { commit() }
      return
    }
    isConfigured = true
    lastPicture = nil
    onEvent(.changed)
  }

  @discardableResult
  private func acknowledge() -> Bool {
    guard let serial = unacknowledged.take() else { return false }
    role.acknowledge(serial)
    return true
  }

  private func commit() {
    surface.commit()
    commitCount += 1
  }

  // MARK: Frames

  var isReady: Bool { isConfigured && !frames.isBusy && pool.hasFree }
  var bufferCount: Int { pool.count }

  /// Shows the picture; see `DisplayOutput.present`.
  func present(_ picture: PixelBuffer, damage: Damage, rotation: Rotation) {
    guard isReady else { return }
    var damage = damage
    let isSameLayout = lastPicture.map { $0 == (picture.size, rotation) } ?? false
    if !isSameLayout || committed != geometry {
      lastPicture = (picture.size, rotation)
      damage = Damage(picture.size.bounds)
    }
    guard !damage.isEmpty else { return }
    pool.add(damage)
    let turned = rotation + geometry.bufferRotation
    guard let buffer = fill(picture, rotation: turned) else { return }

    acknowledge()
    applyGeometry()
    surface.attach(buffer: buffer.object, x: 0, y: 0)
    let bounds = geometry.bufferSize.bounds
    for index in 0..<damage.count {
      let rect = turned.apply(
        to: damage[index].intersection(picture.size.bounds), in: picture.size
      ).intersection(bounds)
      surface.damageBuffer(
        x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    }
    frames.start()
    commit()
  }

  /// Returns a buffer with the current picture.
  private func fill(_ picture: PixelBuffer, rotation: Rotation) -> SharedBuffer? {
    do {
      let taken = try pool.take(picture: picture.size.bounds) { () throws(SystemError) in
        try makeBuffer()
      }
      guard let (buffer, damage) = taken else { return nil }
      buffer.scanout.copy(picture, damage: damage, rotation: rotation)
      return buffer
    } catch {
      log("no memory for a picture of \(geometry.pixelSize): \(error)")
      return nil
    }
  }

  private func makeBuffer() throws(SystemError) -> SharedBuffer {
    let buffer = try SharedBuffer(size: geometry.bufferSize, from: memory)
    buffer.object.onEvent { [unowned self, unowned buffer] _ in
      pool.release(buffer)
      sendReadyIfDue()
    }
    return buffer
  }

  /// Sends the transform, scale and size for the next buffers.
  private func applyGeometry() {
    guard committed != geometry else { return }
    surface.setBufferTransform(transform: Int32(geometry.bufferTransform))
    surface.setBufferScale(scale: Int32(geometry.bufferScale))
    viewport?.setDestination(
      width: Int32(geometry.logicalSize.width), height: Int32(geometry.logicalSize.height))
    committed = geometry
  }

  private func sendReadyIfDue() {
    guard isReadyEventDue, isReady else { return }
    isReadyEventDue = false
    onEvent(.ready(shownAtMicroseconds: shownAt))
  }
}

package import Gesture
internal import Diagnostics
package import Layout
package import Panel
internal import PanelDrawing
package import Raster
internal import Text
internal import Program

/// A panel with its picture for one display size, shared by `run`, `replay` and `render`.
package final class PanelScene {
  package private(set) var panel: PanelController
  /// The upright picture as last drawn.
  package private(set) var frame: PixelBuffer
  /// The brightness of the picture, 0…1; at 0 it is black, and nothing is drawn once that is shown.
  private(set) var brightness = 1.0
  /// The picture at that brightness and shift; nil while it is shown as drawn.
  private var changed: PixelBuffer?
  /// True while the whole picture has to be presented, although it is already drawn.
  private var isWholePending = false
  private var isBlackShown = false
  private var prepared: PreparedPicture
  private(set) var orientation: Rotation
  /// The number of panels that were replaced.
  private(set) var revision = 0

  /// The fault of the layout file; nil if it has none.
  private var fault: LayoutFault?
  /// Shown while there is no panel yet; nil otherwise.
  private var faultPicture: FaultPicture?
  /// Shown in place of the idle panel; nil while the panel is shown.
  private var idlePicture: IdlePicture?

  package init(
    layout: LayoutDocument, displaySize: PixelSize, orientation: Rotation = .none,
    typesetter: any Typesetter
  ) throws {
    self.orientation = orientation
    let viewport = Viewport(
      panel: layout.panel, displaySize: displaySize, orientation: orientation)
    frame = try Self.makeFrame(for: viewport)
    prepared = PreparedPicture(layout, on: viewport, typesetter: typesetter)
    panel = PanelController(layout: layout, viewport: viewport)
  }

  /// Creates a scene that shows the fault that keeps the first panel from being shown.
  package convenience init(
    fault: LayoutFault, displaySize: PixelSize, orientation: Rotation = .none,
    typesetter: any Typesetter
  ) throws {
    try self.init(
      layout: fault.blankLayout, displaySize: displaySize, orientation: orientation,
      typesetter: typesetter)
    self.fault = fault
    faultPicture = makeFaultPicture(fault)
  }

  package var layout: LayoutDocument { panel.layout }
  /// The panel's settings in the language that is shown.
  var shownPanel: PanelLayout { layout.translated(to: panel.language).panel }
  private var picture: PanelPicture { prepared.picture }
  private var typesetter: any Typesetter { prepared.typesetter }

  /// Whether there has been a valid layout.
  var hasLayout: Bool { faultPicture == nil }

  package var rotation: Rotation { panel.viewport.rotation }

  /// Changes to another display size or orientation, and redraws everything; the knobs keep their
  /// state and their fingers.
  ///
  /// The previous panel may then have events and requests for fingers that lost their knob.
  package func move(
    toDisplaySize displaySize: PixelSize, orientation: Rotation, at time: Timestamp
  ) throws {
    let viewport = Viewport(
      panel: layout.panel, displaySize: displaySize, orientation: orientation)
    guard viewport != prepared.viewport else { return invalidate() }
    try layOut(layout, nil, on: viewport, at: time)
    self.orientation = orientation
    if let fault { present(fault) }
  }

  /// Switches to another layout; knobs with the same ids keep their state and their fingers.
  ///
  /// The previous panel may then have events and requests for fingers that lost their knob.
  package func show(_ layout: LayoutDocument, at time: Timestamp) throws {
    try show(layout, prepared: nil, at: time)
  }

  /// Like `show(_:at:)`, with the layout's prepared picture; if nil, or for another display, lays
  /// the layout out here.
  func show(_ layout: LayoutDocument, prepared: PreparedPicture?, at time: Timestamp) throws {
    try layOut(layout, prepared, at: time)
    fault = nil
    faultPicture = nil
  }

  /// Shows the fault of the layout file in a corner of the panel, or on its own without a panel.
  ///
  /// Shows nothing in the corner if the shown layout specifies that errors are only logged.
  package func show(_ fault: LayoutFault, at time: Timestamp) throws {
    if faultPicture != nil {
      try layOut(fault.blankLayout, nil, at: time)
    } else if layout.panel.mistakes == .log {
      return
    }
    self.fault = fault
    present(fault)
  }

  private func layOut(
    _ layout: LayoutDocument, _ prepared: PreparedPicture?, at time: Timestamp
  ) throws {
    let viewport = Viewport(
      panel: layout.panel, displaySize: panel.viewport.displaySize, orientation: orientation)
    try layOut(layout, prepared, on: viewport, at: time)
  }

  private func layOut(
    _ layout: LayoutDocument, _ prepared: PreparedPicture?, on unshifted: Viewport,
    at time: Timestamp
  ) throws {
    isBlackShown = false
    if let prepared, prepared.viewport == unshifted, let frame = prepared.frame {
      (self.prepared, self.frame) = (prepared, frame)
      isWholePending = true
    } else {
      if unshifted.pictureSize != frame.size { frame = try Self.makeFrame(for: unshifted) }
      self.prepared = PreparedPicture(layout, on: unshifted, typesetter: typesetter)
    }
    idlePicture = nil
    let next =
      self.prepared.takePanel() ?? PanelController(layout: layout, viewport: unshifted)
    panel.succeed(as: next, match: self.prepared.match(ofRevision: revision), at: time)
    panel = next
    revision += 1
  }

  private func present(_ fault: LayoutFault) {
    if faultPicture == nil {
      picture.show(badge: fault.line, typesetter: typesetter)
    } else {
      faultPicture = makeFaultPicture(fault)
    }
  }

  private func makeFaultPicture(_ fault: LayoutFault) -> FaultPicture {
    FaultPicture(fault, size: panel.viewport.pictureSize, typesetter: typesetter)
  }

  private static func makeFrame(for viewport: Viewport) throws -> PixelBuffer {
    let size = viewport.pictureSize
    // The first call of `draw` covers everything.
    guard let frame = PixelBuffer(unsafeUninitialized: size) else {
      throw Problem("a picture of \(size.width)x\(size.height) pixels cannot be drawn")
    }
    return frame
  }

  /// Updates the picture from the panel; call this before `needsDrawing` and `draw`.
  package func update() { picture.update(from: panel) }

  /// The objects that another layout replaces.
  var replaceable: [Any] { [panel, prepared, frame] }

  /// Draws the parts that do not change while knobs turn, so that fingers do not wait for them.
  func prepare() {
    update()
    picture.prepare()
  }

  package var needsDrawing: Bool {
    brightness > 0
      ? isWholePending || isContentDirty : !isBlackShown
  }

  private var isContentDirty: Bool {
    faultPicture?.needsDrawing ?? idlePicture?.needsDrawing ?? picture.needsDrawing
  }

  /// Draws what changed; returns the changed areas.
  package func draw() -> Damage {
    guard brightness > 0 else {
      isBlackShown = true
      return change(wholeFrame)
    }
    let damage =
      faultPicture?.draw(into: frame) ?? idlePicture?.draw(into: frame)
      ?? picture.draw(into: frame)
    return change(isWholePending ? wholeFrame : damage)
  }

  /// Draws what has changed although the display does not accept a frame yet, so that `frame` is up
  /// to date; the next frame presents all of it.
  func drawUnshown() {
    update()
    guard isContentDirty else { return }
    _ =
      faultPicture?.draw(into: frame) ?? idlePicture?.draw(into: frame)
      ?? picture.draw(into: frame)
    isWholePending = true
  }

  private var wholeFrame: Damage {
    Damage(PixelRect(x: 0, y: 0, width: frame.size.width, height: frame.size.height))
  }

  /// The picture to present after `draw`.
  var shownFrame: PixelBuffer { changed ?? frame }

  /// Shows the picture darker than drawn, or shifted; all of it is presented again.
  ///
  /// - Parameters:
  ///   - brightness: 0…1.
  ///   - shift: The offset to the right and down, as fractions of its width and height; deferred
  ///     while a finger holds a knob.
  func show(brightness: Double, shift: (x: Double, y: Double) = (0, 0)) {
    let before = panel.viewport.shift
    let offset = PixelOffset(
      x: Int((shift.x * Double(frame.size.width)).rounded()),
      y: Int((shift.y * Double(frame.size.height)).rounded()))
    if panel.shift(by: offset), offset != before { isWholePending = true }
    guard brightness != self.brightness else { return }
    self.brightness = brightness
    invalidate()
  }

  /// Shows a clock or picture in place of the panel, which is not drawn meanwhile; nil for the
  /// panel.
  func show(idle state: IdleViewState?) {
    if let idlePicture, let state {
      idlePicture.update(to: state)
    } else if let state {
      idlePicture = IdlePicture(
        state, of: shownPanel, viewport: panel.viewport, typesetter: typesetter,
        pictures: Files.pictures)
    } else if idlePicture != nil {
      idlePicture = nil
      picture.invalidate(isFrameLost: true)
    }
  }

  /// Derives the picture to show from the drawn one, and returns its damage.
  private func change(_ damage: Damage) -> Damage {
    isWholePending = false
    let shift = panel.viewport.shift
    guard brightness < 1 || shift != PixelOffset() else {
      changed = nil
      return damage
    }
    var damage = damage
    if changed?.size != frame.size {
      changed = PixelBuffer(size: frame.size)
      damage = wholeFrame
    }
    // If there is no memory for it, the picture is shown as drawn.
    return changed?.copy(
      frame, damage, movedBy: shift, darkenedBy: UInt32((brightness * 256).rounded())) ?? damage
  }

  /// Makes the next call of `draw` draw everything.
  package func invalidate() {
    isBlackShown = false
    faultPicture?.invalidate()
    idlePicture?.invalidate()
    picture.invalidate()
  }

  /// Returns the display size that shows a layout's design pixel for pixel.
  package static func naturalSize(of panel: PanelLayout) -> PixelSize {
    (Rotation(degrees: panel.rotate) ?? .none).apply(to: panel.naturalSize)
  }
}

extension LayoutFault {
  /// An empty panel with the size and rotation of the faulty layout, if these are known.
  fileprivate var blankLayout: LayoutDocument { LayoutDocument(panel: panel ?? PanelLayout()) }
}

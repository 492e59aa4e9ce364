import CAllocationCount
import Gesture
import Knobs
import Diagnostics
import Layout
import Panel
import PanelDrawing
import Raster
import Text

/// A panel as in the kiosk: a finger turns a knob, the damage is drawn, and copied to one of the
/// display's scanout buffers.
final class TouchedPanel {
  private let panel: PanelController
  private let picture: PanelPicture
  private let frame: PixelBuffer
  private let rotation: Rotation
  private let memory: [UnsafeMutableRawBufferPointer]
  private var buffers: [(scanout: Scanout, pendingDamage: Damage)] = []
  private var touches: [TouchFrame] = []

  /// With `hasConditions`, the knob's value changes its own colour and that of a label, and which of two
  /// buttons is visible.
  init(
    theme: ThemeName, _ rotation: Rotation, _ format: PixelFormat, hasConditions: Bool = false
  ) {
    self.rotation = rotation
    let design = PanelLayout(width: 300, height: 240, rotate: rotation.rawValue, theme: theme)
    let upright = PixelSize(width: 300, height: 240)
    let size = rotation.apply(to: upright)
    var knob = KnobLayout(
      id: "room", center: DesignPoint(x: 150, y: 120), diameter: 200, name: "Room",
      scale: Scale(step: 1), value: 20, unit: "%")
    var layout = LayoutDocument(panel: design)
    if hasConditions {
      let isHigh = [Condition.knob(0, .isBetween(above: 50, below: nil))]
      let isLow = [Condition.knob(0, .isBetween(above: nil, below: 50))]
      var (red, hidden) = (ItemChange(), ItemChange())
      red.color = Color(0xE04020)
      hidden.isVisible = false
      knob.cases = [ItemCase(isHigh, red)]
      var label = LabelLayout(text: "Room", at: DesignPoint(x: 10, y: 20))
      label.cases = [ItemCase(isHigh, red)]
      layout.labels = [label]
      layout.buttons = [isLow, isHigh].enumerated().map { index, conditions in
        var button = ButtonLayout(
          id: "\(index)", center: DesignPoint(x: 260, y: 210), width: 60, height: 40,
          text: "\(index)", action: .mute([0]))
        button.cases = [ItemCase(conditions, hidden)]
        return button
      }
    }
    layout.knobs = [knob]
    let viewport = Viewport(panel: design, displaySize: size)
    picture = PanelPicture(layout: layout, viewport: viewport, typesetter: FontTypesetter())
    panel = PanelController(layout: layout, viewport: viewport)
    let pitch = (size.width * format.bytesPerPixel + 63) & ~63
    memory = (0..<Scanout.bufferCount).map { _ in
      .allocate(byteCount: pitch * size.height, alignment: 64)
    }
    guard let frame = PixelBuffer(size: upright) else {
      preconditionFailure("the frame has a size")
    }
    self.frame = frame
    for memory in memory {
      guard let scanout = Scanout(memory: memory, pitch: pitch, format: format, size: size)
      else { preconditionFailure("the memory holds the picture") }
      buffers.append((scanout, Damage(upright.bounds)))
    }
    touches = TouchedPanel.wander(knob.center, viewport)
  }

  deinit {
    for memory in memory { memory.deallocate() }
  }

  /// Twice round the knob and back, four times over; the final state equals the first.
  private static func wander(_ center: DesignPoint, _ viewport: Viewport) -> [TouchFrame] {
    let contact = ContactID(device: 0, slot: 0)
    return (0...1600).map { step in
      let turns = Double(step % 400 < 200 ? step % 400 : 400 - step % 400) / 100
      let angle = Direction(radians: Float(turns) * 2 * .pi)
      let position = viewport.displayFraction(
        designPoint: DesignPoint(
          x: center.x + 70 * Double(angle.sine), y: center.y - 70 * Double(angle.cosine)))
      return TouchFrame(
        time: Timestamp(microseconds: Int64(step) * 10_000),
        changes: [step == 0 ? .down(contact, position) : .moved(contact, position)])
    }
  }

  /// Allocations of the second half, after every value has been drawn.
  func allocations() -> UInt64 {
    play(0..<801)
    let before = allocation_count()
    play(801..<touches.count)
    return allocation_count() - before
  }

  private func play(_ range: Range<Int>) {
    for index in range {
      panel.handle(touches[index])
      panel.events.removeAll(keepingCapacity: true)
      panel.controlRequests.removeAll(keepingCapacity: true)
      picture.update(from: panel)
      let damage = picture.draw(into: frame)
      for index in buffers.indices { buffers[index].pendingDamage.formUnion(damage) }
      let back = index % buffers.count
      buffers[back].scanout.copy(frame, damage: buffers[back].pendingDamage, rotation: rotation)
      buffers[back].pendingDamage.removeAll()
    }
  }
}

public import LayoutFile
public import Raster

/// Draws a panel: knows what each change makes old, and redraws only that.
///
/// What never moves is drawn once into a backdrop. A change copies a few rectangles of it and draws
/// what moves over them, in time that does not depend on how many knobs there are and without
/// allocating.
public final class PanelPicture {
  private let backdrop: Backdrop?
  private let faces: [KnobFace]
  /// For each knob those whose pixels it shares, itself included, in the order they are drawn.
  private let neighbours: [[Int]]
  /// As the frame shows them, and as it should.
  private var shown: [KnobLook]
  private var wanted: [KnobAppearance]
  private var isOld: [Bool]
  private var old: [Int] = []
  private var isAllOld = true

  /// Lays the panel out for a viewport and draws its static parts once.
  ///
  /// A picture too large to be had (beyond 32768 pixels a side) draws nothing.
  public init(layout: Layout, viewport: Viewport, typesetter: any Typesetter) {
    let theme = Theme.named(layout.panel.theme)
    let texts = FaceTexts(typesetter)
    faces = layout.knobs.map { KnobFace($0, viewport, theme, texts) }
    neighbours = Neighbours.of(faces.map(\.bounds))
    wanted = layout.knobs.map { _ in KnobAppearance(position: 0, text: "", state: .unknown) }
    shown = []
    isOld = Array(repeating: false, count: faces.count)
    old.reserveCapacity(faces.count)
    backdrop = Backdrop(
      size: viewport.pictureSize, theme,
      labels: layout.labels.map { texts.label($0, viewport) })
    for index in faces.indices {
      shown.append(KnobLook(wanted[index], faces[index]))
    }
    backdrop?.draw(faces, shown)
  }

  /// Says how a knob (by its index in the layout) looks from now on; equal looks cost nothing.
  public func set(_ appearance: KnobAppearance, ofKnob index: Int) {
    guard wanted.indices.contains(index), wanted[index] != appearance else { return }
    wanted[index] = appearance
    guard !isOld[index] else { return }
    isOld[index] = true
    old.append(index)
  }

  /// Makes everything old, for a frame whose pixels are not known.
  public func invalidate() {
    isAllOld = true
  }

  /// True if `draw` has something to do.
  public var needsDrawing: Bool { isAllOld || !old.isEmpty }

  /// Redraws what is old in `frame`, which must hold what the last call drew there, and returns it.
  ///
  /// A frame of another size than the viewport's picture is left as it is.
  public func draw(into frame: PixelBuffer) -> Damage {
    guard let backdrop, frame.size == backdrop.picture.size else { return Damage() }
    var damage = Damage()
    for index in old {
      isOld[index] = false
      damage.formUnion(update(index, backdrop, frame))
    }
    old.removeAll(keepingCapacity: true)
    if isAllOld {
      isAllOld = false
      let canvas = Canvas(frame)
      canvas.copy(from: backdrop.picture)
      for index in faces.indices { faces[index].drawMoving(shown[index], on: canvas) }
      return Damage(frame.size.bounds)
    }
    return damage
  }

  /// Brings one knob up to date; draws only if the rest of the frame is.
  private func update(_ index: Int, _ backdrop: Backdrop, _ frame: PixelBuffer) -> Damage {
    let face = faces[index]
    let new = KnobLook(wanted[index], face)
    let last = shown[index]
    shown[index] = new
    var damage = Damage()
    if new.state == last.state {
      damage = face.damage(from: last, to: new)
    } else {
      damage.add(face.bounds.intersection(frame.size.bounds))
      backdrop.redraw(face.bounds, faces, shown, neighbours[index])
    }
    if isAllOld { return Damage() }
    var visible = Damage()
    for part in 0..<damage.count {
      let canvas = Canvas(frame, clip: damage[part])
      visible.add(canvas.clip)
      canvas.copy(from: backdrop.picture)
      for neighbour in neighbours[index] {
        faces[neighbour].drawMoving(shown[neighbour], on: canvas)
      }
    }
    return visible
  }
}

import Panel
import Raster

/// The difference of a value from its reading, which the colour of an arc between them shows.
enum ReadingGap {
  case none, rising, falling
}

/// The actual value beside the wanted one: a triangle at the scale, and the number with the same
/// triangle.
struct ReadingElement<Face: ElementFace>: FaceElement {
  /// The position of the mark, 0…1; nil for no mark.
  let position: Double?
  let gap: ReadingGap
  let text: GlyphRun
  let isOffline: Bool

  init(_ view: KnobViewState, _ face: borrowing Face) {
    guard let reading = view.reading else {
      (position, gap, text, isOffline) = (nil, .none, GlyphRun(), false)
      return
    }
    position = reading.position.map(\.clampedFraction)
    let value = view.position.clampedFraction
    gap = position.map { $0 < value ? .rising : $0 > value ? .falling : .none } ?? .none
    text = face.reading?.text(reading) ?? GlyphRun()
    isOffline = reading.isOffline
  }

  func draw(on canvas: Canvas, _ face: Face, _ state: Face.State) {
    let color = position.map { face.readingMarkColor(at: $0, gap: gap, state) }
    if let position, let color {
      let angle = Direction(degrees: face.travel.degrees(at: position))
      canvas.fill(
        face.indicators.reading(at: angle, isSurround: true),
        with: .solid(face.markColors(state).background))
      canvas.fill(face.indicators.reading(at: angle), with: .solid(color))
    }
    guard text.count > 0, let reading = face.reading else { return }
    let colors = isOffline ? face.valueColors(state).dimmed : face.valueColors(state)
    text.draw(on: canvas, colors)
    canvas.fill(reading.sign(beside: text), with: .solid(color ?? colors.primary))
  }

  func addChanges(
    from old: ReadingElement, _ face: Face, _ state: Face.State, to damage: inout Damage
  ) {
    let hasMoved = position != old.position || gap != old.gap
    if hasMoved {
      for position in [old.position, position].compactMap({ $0 }) {
        let angle = Direction(degrees: face.travel.degrees(at: position))
        damage.add(face.indicators.reading(at: angle, isSurround: true).bounds)
      }
    }
    guard let reading = face.reading else { return }
    if text.bounds != old.text.bounds || isOffline != old.isOffline || hasMoved {
      for text in [old.text, text] {
        damage.add(text.bounds.union(reading.sign(beside: text).bounds))
      }
    }
    text.addChanges(from: old.text, to: &damage)
  }
}

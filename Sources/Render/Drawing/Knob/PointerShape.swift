import Layout
import Raster

/// A pointer at its angle: a stroke, a triangle, or a notch with a lit lower edge.
enum PointerShape: Hashable {
  case stroke(Capsule)
  case notch(Capsule, light: Capsule)
  case triangle(Triangle)

  init?(_ geometry: FaceGeometry, at angle: Direction) {
    let (pointer, radius) = (geometry.metrics.pointer, geometry.radius)
    let (inner, outer) = (
      geometry.point(pointer.inner, angle), geometry.point(pointer.outer, angle)
    )
    let width = max(radius * pointer.width, 1.5)
    switch pointer.shape {
    case .none: return nil
    case .line: self = .stroke(Capsule(from: inner, to: outer, width: width))
    case .dot: self = .stroke(Capsule(from: outer, to: outer, width: max(width, 3)))
    case .notch:
      // The lower edge of a groove catches the light from above.
      let shift = max(width * 0.22, 0.7)
      func lower(_ point: PixelPoint) -> PixelPoint { PixelPoint(x: point.x, y: point.y + shift) }
      self = .notch(
        Capsule(from: inner, to: outer, width: width),
        light: Capsule(from: lower(inner), to: lower(outer), width: width))
    case .triangle:
      let half = max(width * 0.5, 2)
      let (dx, dy) = (angle.cosine * half, angle.sine * half)
      self = .triangle(
        Triangle(
          outer, PixelPoint(x: inner.x + dx, y: inner.y + dy),
          PixelPoint(x: inner.x - dx, y: inner.y - dy)))
    }
  }

  var bounds: PixelRect {
    switch self {
    case .stroke(let capsule): capsule.bounds
    case .notch(let capsule, let light): capsule.bounds.union(light.bounds)
    case .triangle(let triangle): triangle.bounds
    }
  }

  func draw(on canvas: Canvas, _ color: Color, light: Color) {
    switch self {
    case .stroke(let capsule): canvas.fill(capsule, with: .solid(color))
    case .notch(let capsule, let lip):
      canvas.fill(lip, with: .solid(light))
      canvas.fill(capsule, with: .solid(color))
    case .triangle(let triangle): canvas.fill(triangle, with: .solid(color))
    }
  }
}

import Raster

/// How a face is drawn for one view state: a fixed set of elements.
///
/// It is not copied: it is large, and its texts are counted references.
protocol DrawState: ~Copyable {
  associatedtype Face: ElementFace

  var state: Face.State { get }

  /// Visits each element from back to front, together with the same element of `old`.
  ///
  /// This is the only list of elements: drawing and comparing both go through it.
  func visitElements<Visitor: ElementVisitor>(_ visitor: inout Visitor, old: borrowing Self)
  where Visitor.Face == Face
}

/// What is done with each element of a draw state.
protocol ElementVisitor {
  associatedtype Face: ElementFace

  mutating func visit<Element: FaceElement>(_ element: Element, old: Element)
  where Element.Face == Face
}

extension DrawState where Self: ~Copyable {
  /// Draws what of the elements belongs to the static layer.
  func drawStaticOverlay(on canvas: Canvas, _ face: Face) {
    var painter = StaticElementPainter(canvas: canvas, face: face, state: state)
    visitElements(&painter, old: self)
  }

  /// Draws the dynamic layer.
  func draw(on canvas: Canvas, _ face: Face) {
    var painter = ElementPainter(canvas: canvas, face: face, state: state)
    visitElements(&painter, old: self)
  }

  /// The pixels that differ from `old`, which must be in the same state.
  func changes(from old: borrowing Self, _ face: Face) -> Changes {
    var comparison = ElementComparison(face: face, state: state)
    visitElements(&comparison, old: old)
    return comparison.changes
  }
}

private struct StaticElementPainter<Face: ElementFace>: ElementVisitor {
  let canvas: Canvas
  let face: Face
  let state: Face.State

  mutating func visit<Element: FaceElement>(_ element: Element, old: Element)
  where Element.Face == Face {
    element.drawStaticOverlay(on: canvas, face, state)
  }
}

private struct ElementPainter<Face: ElementFace>: ElementVisitor {
  let canvas: Canvas
  let face: Face
  let state: Face.State

  mutating func visit<Element: FaceElement>(_ element: Element, old: Element)
  where Element.Face == Face {
    element.draw(on: canvas, face, state)
  }
}

private struct ElementComparison<Face: ElementFace>: ElementVisitor {
  let face: Face
  let state: Face.State
  var changes = Changes(damage: Damage())

  mutating func visit<Element: FaceElement>(_ element: Element, old: Element)
  where Element.Face == Face {
    element.addChanges(from: old, face, state, to: &changes.damage)
    if let ring = element.changedRing(from: old, face) { changes.ring = ring }
    changes.staticLayer = max(changes.staticLayer, element.staticChange(from: old, face))
  }
}

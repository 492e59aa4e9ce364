import Raster

/// The drawn appearance of a face for one view state: a fixed set of elements.
///
/// It is not copyable, because it is large and its texts are counted references.
protocol ElementList: ~Copyable {
  associatedtype Face: ElementFace

  var state: Face.State { get }

  /// Visits each element from back to front, together with the same element of `old`.
  ///
  /// This is the only list of elements: drawing and comparing both go through it.
  ///
  /// - Parameters:
  ///   - visitor: The operation on each element.
  ///   - old: An earlier state, or this one if the visitor needs none.
  ///   - face: The face that the state belongs to.
  ///   - context: The data that the visitor works on.
  func visitElements<Visitor: ElementVisitor>(
    _ visitor: Visitor.Type, old: borrowing Self, _ face: Face, _ context: inout Visitor.Context
  ) where Visitor.Face == Face
}

/// An operation on each element of a draw state.
///
/// A visitor has no properties: its context is passed to each element without copying or reference
/// counting.
protocol ElementVisitor {
  associatedtype Face: ElementFace
  associatedtype Context

  static func visit<Element: FaceElement>(
    _ element: Element, old: Element, _ face: Face, _ state: Face.State,
    _ context: inout Context
  ) where Element.Face == Face
}

extension ElementList where Self: ~Copyable {
  /// Draws the dynamic layer.
  ///
  /// Inlined, because a call would copy all of the state.
  @inline(__always) func draw(on canvas: Canvas, _ face: Face) {
    var canvas = canvas
    visitElements(ElementPainter<Face>.self, old: self, face, &canvas)
  }

  /// Returns the pixels that differ from `old`, which must be in the same state.
  @inline(__always) func damage(from old: borrowing Self, _ face: Face) -> Damage {
    var damage = Damage()
    visitElements(ElementComparison<Face>.self, old: old, face, &damage)
    return damage
  }
}

private enum ElementPainter<Face: ElementFace>: ElementVisitor {
  static func visit<Element: FaceElement>(
    _ element: Element, old: Element, _ face: Face, _ state: Face.State, _ canvas: inout Canvas
  ) where Element.Face == Face {
    element.draw(on: canvas, face, state)
  }
}

private enum ElementComparison<Face: ElementFace>: ElementVisitor {
  static func visit<Element: FaceElement>(
    _ element: Element, old: Element, _ face: Face, _ state: Face.State, _ damage: inout Damage
  ) where Element.Face == Face {
    element.addChanges(from: old, face, state, to: &damage)
  }
}

import Layout
import Panel
import Raster
import Testing

@testable import PanelDrawing

/// Elements that are declared but not visited would be neither drawn nor redrawn.
@Suite struct FaceElementTests {
  private struct VisitedElements<Face: ElementFace>: ElementVisitor {
    var types: [String] = []

    mutating func visit<Element: FaceElement>(_ element: Element, old: Element)
    where Element.Face == Face {
      types.append("\(Element.self)")
    }
  }

  @Test func eachElementOfAKnobIsVisitedOnce() {
    let face = DrawingFixtures.face(DrawingFixtures.knob(150, 150, 200), "graphite")
    let state = KnobDrawState(DrawingFixtures.look(0.5), face)
    var visited = VisitedElements<KnobFace>()
    state.visitElements(&visited, old: state)
    #expect(visited.types.sorted() == declaredElements(of: state))
  }

  @Test func eachElementOfASkinIsVisitedOnce() throws {
    let size = PixelSize(width: 100, height: 100)
    let skin = DrawingFixtures.bakelite
    let face = SkinFace(
      DrawingFixtures.skinned(50, 50, 60, skin), skin,
      Viewport(panel: PanelLayout(width: 100, height: 100), displaySize: size),
      Theme.named("graphite", .named("graphite")), FaceTexts(BlockTypesetter()),
      ImageCache(try TestPictures()))
    let state = SkinDrawState(DrawingFixtures.look(0.5), face)
    var visited = VisitedElements<SkinFace>()
    state.visitElements(&visited, old: state)
    #expect(visited.types.sorted() == declaredElements(of: state))
  }

  /// The elements among the stored properties.
  private func declaredElements(of state: some DrawState) -> [String] {
    let elements = Mirror(reflecting: state).children.filter { $0.value is any FaceElement }
    #expect(!elements.isEmpty)
    return elements.map { "\(type(of: $0.value))" }.sorted()
  }
}

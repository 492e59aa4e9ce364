import Gesture
import GoldenPictures
import Layout
import Raster
import Testing

@testable import PanelDrawing

/// The content of an idle panel.
@Suite struct IdleDrawingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var theme = ThemeName.graphite
    var size = PixelSize(width: 240, height: 160)
    var state = IdleViewState.clock(.init(time: "10:08", date: "Tuesday, 24 November"))
    var testDescription: String { name }

    static let all =
      PanelLayout.themes.map { Case(name: $0.rawValue, theme: $0) } + [
        Case(name: "portrait", size: PixelSize(width: 160, height: 240)),
        Case(
          name: "moved", size: PixelSize(width: 200, height: 200),
          state: .clock(.init(time: "23:59", x: 1, y: -1))),
        Case(name: "photo", state: .picture(BackgroundLayout(file: "photo", fit: .contain))),
      ]

    func picture() throws -> IdlePicture {
      let panel = PanelLayout(
        width: Double(size.width), height: Double(size.height), theme: theme)
      return IdlePicture(
        state, of: panel, viewport: Viewport(panel: panel, displaySize: size),
        typesetter: BlockTypesetter(), pictures: try TestPictures())
    }
  }

  @Test(arguments: Case.all) func faces(_ shown: Case) throws {
    let picture = try shown.picture()
    let frame = DrawingFixtures.frame(shown.size.width, shown.size.height)
    let damage = picture.draw(into: frame)
    #expect(damage.count == 1 && damage[0] == shown.size.bounds && !picture.needsDrawing)
    #expect(picture.draw(into: frame).isEmpty)
    guard let mismatch = try GoldenPicture("idle-\(shown.name)").mismatch(of: frame) else { return }
    Attachment.record(mismatch.actual, named: "actual.png")
    Attachment.record(mismatch.difference, named: "difference.png")
    Issue.record("\(mismatch.message)")
  }

  @Test("Only a changed minute is redrawn, and only into a frame of the same size")
  func minutes() throws {
    let shown = Case(name: "minutes")
    let picture = try shown.picture()
    let frame = DrawingFixtures.frame(240, 160)
    #expect(picture.draw(into: DrawingFixtures.frame(160, 160)).isEmpty)
    _ = picture.draw(into: frame)
    picture.update(to: shown.state)
    #expect(!picture.needsDrawing)
    picture.update(to: .clock(.init(time: "10:09", date: "Tuesday, 24 November")))
    #expect(picture.needsDrawing && !picture.draw(into: frame).isEmpty)
    picture.invalidate()
    #expect(!picture.draw(into: frame).isEmpty)
  }

  @Test("Wherever it moves, the whole text is visible on a round display")
  func room() throws {
    let size = PixelSize(width: 200, height: 200)
    for (x, y) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
      let shown = Case(
        name: "room", size: size,
        state: .clock(
          .init(time: "22:22", date: String(repeating: "Wednesday ", count: 5), x: x, y: y)))
      let (frame, bare) = (DrawingFixtures.frame(200, 200), DrawingFixtures.frame(200, 200))
      _ = try shown.picture().draw(into: frame)
      _ = try Case(name: "bare", size: size, state: .picture(BackgroundLayout(file: "none")))
        .picture().draw(into: bare)
      let (rows, ground) = (DrawingFixtures.rows(frame), DrawingFixtures.rows(bare))
      var texts = 0
      for row in 0..<200 {
        for column in 0..<200 where rows[row][column] != ground[row][column] {
          texts += 1
          let (right, down) = (Double(column) - 99.5, Double(row) - 99.5)
          #expect(right * right + down * down < 100 * 100, "\(column), \(row)")
        }
      }
      #expect(texts > 100)
    }
  }

  @Test("The panel is redrawn as a whole, also where nothing moves")
  func back() throws {
    let panel = PanelLayout(width: 240, height: 160)
    let picture = DrawingFixtures.panelPicture(
      LayoutDocument(panel: panel, knobs: [DrawingFixtures.knob(60, 60, 60)]), try TestPictures())
    let frame = DrawingFixtures.frame(240, 160)
    _ = picture.draw(into: frame)
    let before = DrawingFixtures.rows(frame)
    Canvas(frame).fill(with: .solid(Color(0xFFFFFF)))
    picture.invalidate(isFrameLost: true)
    _ = picture.draw(into: frame)
    #expect(DrawingFixtures.rows(frame) == before)
  }
}

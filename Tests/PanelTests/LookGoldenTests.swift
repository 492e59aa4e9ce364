import GoldenPictures
import Knobs
import Diagnostics
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// Each key of a look with each of its values, on a large and a small knob; text is blocks.
@Suite struct LookGoldenTests {
  struct Sheet: CustomTestStringConvertible {
    var name: String
    var looks: [KnobStyle]
    var theme = ThemeName.graphite
    var isHeld = false
    var testDescription: String { name }
  }

  @Test(arguments: sheets) func keys(sheet: Sheet) throws {
    let width = sheet.looks.count * 206 + 4
    let knobs = sheet.looks.enumerated().flatMap { index, look in
      [(184.0, 106.0, 104.0), (52, 60, 252), (40, 140, 250)].map { diameter, x, y in
        var knob = DrawingFixtures.knob(
          x + Double(index) * 206, y, diameter, name: "Room", unit: diameter > 60 ? "%" : "")
        knob.look = look
        knob.magnets = [Magnet(value: 50, width: 2)]
        knob.defaultValue = 20
        return knob
      }
    }
    let picture = DrawingFixtures.picture(knobs, width: width, height: 300, theme: sheet.theme)
    for index in knobs.indices {
      var look = DrawingFixtures.look(0.7, held: sheet.isHeld && index % 3 == 0)
      look.nameShare = index % 3 == 1 ? 1 : 0
      picture.set(look, ofKnob: index)
    }
    let frame = DrawingFixtures.frame(width, 300)
    _ = picture.draw(into: frame)
    if let mismatch = try GoldenPicture("look-\(sheet.name)").mismatch(of: frame) {
      Attachment.record(mismatch.actual, named: "actual.png")
      Attachment.record(mismatch.difference, named: "difference.png")
      Issue.record("\(mismatch.message)")
    }
  }

  private static func look(_ change: (inout KnobStyle) -> Void) -> KnobStyle {
    var look = KnobStyle()
    change(&look)
    return look
  }

  private static let sheets: [Sheet] = [
    Sheet(
      name: "track",
      looks: [
        look { $0.track.isShown = false }, look { $0.track.width = 0.02 },
        look { $0.track.width = 0.11 }, look { $0.track.color = Color(0x5A3A6A) },
      ]),
    Sheet(
      name: "progress",
      looks: [
        look { $0.progress.isShown = false }, look { $0.progress.colors = [Color(0xFFA500)] },
        look { $0.progress.colors = [Color(0x2D7DD2), Color(0xF45D9C), Color(0xFFD166)] },
        look {
          $0.progress.zones = [
            .init(from: 0, color: Color(0x2D7DD2)), .init(from: 30, color: Color(0x3FB68B)),
            .init(from: 60, color: Color(0xE4572E)),
          ]
        },
      ]),
    Sheet(
      name: "pointer",
      looks: KnobStyle.Pointer.Shape.allCases.map { shape in
        look {
          $0.pointer.shape = shape
          if shape == .triangle { $0.pointer.color = Color(0xFFD166) }
        }
      }),
    Sheet(
      name: "cap",
      looks: KnobStyle.Cap.Shape.allCases.map { shape in look { $0.cap.shape = shape } }),
    Sheet(
      name: "cap-color",
      looks: KnobStyle.Cap.Shape.allCases.map { shape in
        look {
          $0.cap.shape = shape
          $0.cap.color = Color(0xB5483A)
          $0.cap.hasShadow = shape == .flat
        }
      }, theme: .paper),
    Sheet(
      name: "ticks",
      looks: [
        look { $0.ticks.isShown = false },
        look {
          $0.ticks.positions = .every(25)
          $0.ticks.between = 4
          $0.ticks.hasLabels = true
        },
        look { $0.ticks.positions = .count(7) },
        look {
          $0.ticks.positions = .listed([
            .init(value: 0, text: "Off"), .init(value: 50, text: ""),
            .init(value: 100, text: "Max"),
          ])
          $0.ticks.hasLabels = true
          $0.ticks.color = Color(0xFFD166)
        },
      ]),
    Sheet(
      name: "glow",
      looks: [
        look { $0.glow.isShown = false }, look { $0.glow.color = Color(0xFFD166) },
        look { $0.hasDetents = false },
      ], isHeld: true),
    Sheet(
      name: "words",
      looks: [
        look { $0.name.place = .below }, look { $0.name.place = KnobStyle.Place.none },
        look { $0.value.place = .below }, look { $0.value.place = KnobStyle.Place.none },
        look { $0.swapMicroseconds = 1_000_000 },
        look {
          $0.name.place = .inside
          $0.value.place = .below
        },
      ]),
  ]
}

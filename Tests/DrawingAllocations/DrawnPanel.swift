import CAllocationCount
import Gesture
import Knobs
import Diagnostics
import Layout
import Panel
import PanelDrawing
import Raster
import Text

/// A panel of four knobs with a given look, and a hundred steps that change everything.
struct DrawnPanel {
  private let picture: PanelPicture
  private let frame: PixelBuffer
  private let steps: [[KnobViewState]]
  private let languageCount: Int

  init(
    theme: ThemeName, _ look: KnobStyle, skin: SkinLayout? = nil, opacity: Double = 1,
    images: [ImageLayout] = [], languages: [PanelLanguage] = []
  ) {
    func knob(
      _ id: String, _ x: Double, _ y: Double, _ diameter: Double, unit: String = "",
      scale: Scale = Scale(), travel: Travel = .standard
    ) -> KnobLayout {
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: x, y: y), diameter: diameter, name: "Room \(id)",
        scale: scale, defaultValue: 30, unit: unit, travel: travel)
      knob.look = look
      (knob.skin, knob.opacity) = (skin, opacity)
      return knob
    }
    let knobs = [
      knob("large", 200, 190, 300, unit: "dB", scale: Scale(range: -99.5...0, step: 0.5)),
      knob("small", 420, 70, 100),
      knob("wheel", 420, 200, 100, travel: .sectors(["Radio", "CD", "TV"])),
      knob("laps", 420, 330, 80, travel: .arc(from: 0, to: 1080)),
    ]
    let panel = PanelLayout(width: 500, height: 400, theme: theme)
    let size = PixelSize(width: 500, height: 400)
    var layout = LayoutDocument(panel: panel, knobs: knobs, images: images)
    layout.languages = languages
    languageCount = languages.count
    picture = PanelPicture(
      layout: layout,
      viewport: Viewport(panel: panel, displaySize: size), typesetter: FontTypesetter(),
      pictures: DrawnPictures())
    guard let frame = PixelBuffer(size: size) else { preconditionFailure("the frame has a size") }
    self.frame = frame
    steps = (0..<100).map(DrawnPanel.step)
  }

  private static func step(_ step: Int) -> [KnobViewState] {
    let position = Double(step) / 99
    let states: [KnobViewState.State] = [.normal, .normal, .unknown, .offline, .disabled]
    var looks = [
      KnobViewState(position: position, text: "-\(step).5", isHeld: step % 10 > 4),
      KnobViewState(position: 1 - position, text: "\(99 - step)"),
      KnobViewState(
        position: Double(step % 3) / 2, text: ["Radio", "CD", "TV"][step % 3],
        isHeld: step % 4 == 0),
      KnobViewState(
        position: position, text: "\(step)", isHeld: step % 2 == 0,
        state: states[step / 5 % states.count]),
    ]
    looks[2].isNamed = true
    looks[0].gear = 1 / (1 + position * 15)
    looks[0].origin = 0.3
    looks[0].arcOrigin = 0.5
    looks[0].overTravel = Double(step % 8)
    looks[1].ghost = position
    looks[1].isLocked = step % 20 > 14
    looks[1].holdProgress = step % 20 > 16 ? position : 0
    looks[1].mutedFrom = step % 20 < 4 ? 0.5 : nil
    looks[1].nameShare = step % 7 == 0 ? 1 : 0
    return looks
  }

  /// Allocations of the third round, after every digit and word has been drawn, also those that the
  /// first frame changed.
  func allocations() -> UInt64 {
    for _ in 0..<2 { turnAll() }
    let before = allocation_count()
    turnAll()
    return allocation_count() - before
  }

  private func turnAll() {
    for (number, step) in steps.enumerated() {
      if languageCount > 0 { picture.set(language: number / 10 % languageCount) }
      for index in step.indices { picture.set(step[index], ofKnob: index) }
      _ = picture.draw(into: frame)
    }
  }
}

extension KnobStyle {
  /// The theme's look, and one look for each value of each key.
  static let samples: [(name: String, look: KnobStyle)] = {
    func look(_ change: (inout KnobStyle) -> Void) -> KnobStyle {
      var look = KnobStyle()
      change(&look)
      return look
    }
    let colors = [Color(0x2D7DD2), Color(0xF45D9C), Color(0xFFD166)]
    var looks = [("default look", KnobStyle())]
    looks += Pointer.Shape.allCases.map { shape in
      ("pointer \(shape)", look { $0.pointer.shape = shape })
    }
    looks += Cap.Shape.allCases.map { shape in ("cap \(shape)", look { $0.cap.shape = shape }) }
    looks += Place.allCases.map { place in
      (
        "texts \(place)",
        look {
          $0.name.place = place
          $0.value.place = place
        }
      )
    }
    looks += [
      ("one colour", look { $0.progress.colors = [colors[0]] }),
      ("colours", look { $0.progress.colors = colors }),
      (
        "zones",
        look {
          $0.progress.zones = colors.enumerated().map { Zone(from: Double($0) * 30, color: $1) }
        }
      ),
      ("a wide track", look { $0.track.width = 0.2 }),
      ("no glow", look { $0.glow.isShown = false }),
      (
        "many ticks",
        look {
          $0.ticks.positions = .every(10)
          $0.ticks.between = 4
          $0.ticks.hasLabels = true
          $0.ticks.isShown = true
        }
      ), ("name and value in turn", look { $0.swapMicroseconds = 1_000_000 }),
    ]
    return looks
  }()
}

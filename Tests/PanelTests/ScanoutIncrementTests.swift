import Gesture
import Glibc
import Knobs
import Layout
import LayoutFile
import Randomness
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// A scanout buffer that is drawn and copied in pieces, and may have missed any number of frames,
/// equals one that is drawn and copied as a whole, byte for byte.
@Suite struct ScanoutIncrementTests {
  private static let (width, height) = (150, 116)
  private let pictures: TestPictures

  init() throws { pictures = try TestPictures() }

  /// Drawn and skinned knobs with random looks, buttons, and two pages, overlapping each other.
  private static func layout(
    _ theme: ThemeName, _ rotation: Rotation, _ random: inout SeededGenerator
  ) -> LayoutDocument {
    var knobs = [
      DrawingFixtures.knob(46, 48, 84, name: "Room", unit: "%"),
      DrawingFixtures.knob(112, 26, 44, name: "Bath", travel: .arc(from: 0, to: 1080)),
      DrawingFixtures.knob(104, 74, 40, travel: .endless),
      DrawingFixtures.knob(30, 50, 46, travel: .sectors(["A", "Bee", "C"])),
      DrawingFixtures.skinned(74, 30, 41.5, name: "Skin", DrawingFixtures.bakelite),
    ]
    for index in knobs.indices {
      knobs[index].look = .random(&random)
      knobs[index].defaultValue = 30
      knobs[index].page = [0, nil, nil, 1, 1][index]
    }
    let mute = ButtonLayout(
      id: "mute", center: DesignPoint(x: 132, y: 60), width: 30, height: 24, text: "M",
      icon: .speaker,
      action: .mute([0]))
    var page = ButtonLayout(
      id: "page", center: DesignPoint(x: 70, y: 80), width: 34, height: 20, text: "P",
      action: .page(.next))
    page.page = 1
    var panel = PanelLayout(
      width: Double(width), height: Double(height), rotate: rotation.rawValue, theme: theme)
    var tabs = Paging.Tabs()
    tabs.height = 18
    panel.paging.tabs = random.below(2) == 0 ? tabs : nil
    var layout = LayoutDocument(
      panel: panel, knobs: knobs,
      labels: [LabelLayout(text: "Rooms", at: DesignPoint(x: 6, y: 12), size: 11)],
      buttons: [mute, page])
    layout.pages = ["one", "two"].map { PageLayout(id: $0) }
    return layout
  }

  /// The complete state of a picture.
  private struct Scene {
    var knobs: [KnobViewState]
    var buttons: [ButtonViewState]
    var page = 0.0
    var badge: String?

    /// Applies the state to a picture; unchanged parts cost nothing.
    func apply(to picture: PanelPicture) {
      for (index, look) in knobs.enumerated() { picture.set(look, ofKnob: index) }
      for (index, look) in buttons.enumerated() { picture.set(look, ofButton: index) }
      picture.set(pagePosition: page)
    }

    mutating func change(_ random: inout SeededGenerator) {
      for _ in 0...random.below(2) {
        let knob = random.below(knobs.count)
        knobs[knob] = knobs[knob].changed(&random)
        knobs[knob].reading = nil
      }
      switch random.below(40) {
      case 0...3:
        buttons[random.below(buttons.count)] = ButtonViewState(
          isPressed: random.below(2) == 0, isOn: random.below(2) == 0,
          isEnabled: random.below(4) > 0)
      case 4: page = [0, 1, 0.4][random.below(3)]
      // Rarely between two pages for long.
      case 5...12: page = page.rounded()
      case 13: badge = badge == nil ? "line 3" : nil
      default: break
      }
    }
  }

  /// 2100 turns in all: each theme with each rotation, with random formats and numbers of buffers.
  @Test(arguments: 0..<28) func incrementsEqualDrawingWhole(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let theme = PanelLayout.themes[seed % PanelLayout.themes.count]
    let rotation = Rotation.allCases[seed / 7 % 4]
    let format = PixelFormat.allCases[(seed + seed / 7) % PixelFormat.allCases.count]
    let layout = Self.layout(theme, rotation, &random)
    let upright = PixelSize(width: Self.width, height: Self.height)
    let size = rotation.apply(to: upright)
    let typesetter = BlockTypesetter()
    func make() -> PanelPicture {
      PanelPicture(
        layout: layout, viewport: Viewport(panel: layout.panel, displaySize: size),
        typesetter: typesetter, pictures: pictures)
    }
    let chain = try BufferChain(count: 1 + random.below(3), size, format, rotation)
    let reference = try BufferChain(count: 1, size, format, rotation)
    let (picture, frame) = (make(), DrawingFixtures.frame(Self.width, Self.height))
    var (fresh, whole) = (make(), DrawingFixtures.frame(Self.width, Self.height))
    var scene = Scene(
      knobs: layout.knobs.map { _ in DrawingFixtures.look(0.2, state: .unknown) },
      buttons: layout.buttons.map { _ in ButtonViewState() })
    for turn in 0..<75 {
      let before = scene.badge
      scene.change(&random)
      scene.apply(to: picture)
      if scene.badge != before { picture.show(badge: scene.badge, typesetter: typesetter) }
      chain.add(picture.draw(into: frame))
      // Sometimes a frame is drawn that no buffer gets before the next one.
      if random.below(8) == 0 { continue }
      let shown = chain.present(frame, skipping: random.below(2))
      if turn % 25 == 24 { fresh = make() }
      scene.apply(to: fresh)
      fresh.show(badge: scene.badge, typesetter: typesetter)
      fresh.invalidate()
      reference.add(fresh.draw(into: whole))
      let wanted = reference.present(whole, skipping: 0)
      guard let one = shown.baseAddress, let two = wanted.baseAddress else { return }
      let isSame = memcmp(one, two, shown.count) == 0
      #expect(
        isSame,
        """
        seed \(seed), turn \(turn): \(theme), \(rotation), \(format), \(chain.count) buffers; \
        \(scene), \(layout.knobs.map(\.look))
        """)
      if !isSame { return }
    }
  }
}

/// Alternating scanout buffers, with the damage that each of them has missed.
private final class BufferChain {
  let count: Int
  private let memory: [UnsafeMutableRawBufferPointer]
  private var scanouts: [Scanout] = []
  private var pendingDamage: [Damage]
  private let rotation: Rotation
  private var next = 0

  init(count: Int, _ size: PixelSize, _ format: PixelFormat, _ rotation: Rotation) throws {
    self.count = count
    self.rotation = rotation
    let pitch = (size.width * format.bytesPerPixel + 63) & ~63
    memory = (0..<count).map { _ in
      .allocate(byteCount: pitch * size.height, alignment: 64)
    }
    pendingDamage = memory.map { _ in Damage() }
    for memory in memory {
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      scanouts.append(
        try #require(Scanout(memory: memory, pitch: pitch, format: format, size: size)))
    }
  }

  deinit {
    for memory in memory { memory.deallocate() }
  }

  func add(_ damage: Damage) {
    for index in pendingDamage.indices { pendingDamage[index].formUnion(damage) }
  }

  /// Updates the next buffer after skipping some; its bytes are valid as long as the chain.
  func present(_ picture: PixelBuffer, skipping: Int) -> UnsafeMutableRawBufferPointer {
    let index = (next + skipping) % count
    next = index + 1
    scanouts[index].copy(picture, damage: pendingDamage[index], rotation: rotation)
    pendingDamage[index].removeAll()
    return memory[index]
  }
}

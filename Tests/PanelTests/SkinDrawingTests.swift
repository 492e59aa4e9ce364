import Diagnostics
import Gesture
import GoldenPictures
import Layout
import LayoutFile
import Randomness
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// Knobs drawn with pictures, and images on the panel.
@Suite struct SkinDrawingTests {
  private let pictures: TestPictures

  init() throws { pictures = try TestPictures() }

  private static let filmstrip = SkinLayout(
    filmstrip: .init(pictures: .init("strip"), frames: 11, direction: .vertical))

  /// Every state, some with their own pictures, and several angles.
  @Test func states() throws {
    var greyed = DrawingFixtures.bakelite
    greyed.rotating = .init("cap", others: [.disabled: "grey", .locked: "grey"])
    let looks = [
      DrawingFixtures.look(0), DrawingFixtures.look(0.2), DrawingFixtures.look(0.5),
      DrawingFixtures.look(0.5, held: true), DrawingFixtures.look(0.77, state: .unknown),
      DrawingFixtures.look(0.77, state: .offline), DrawingFixtures.look(1),
    ]
    var locked = looks
    locked[1].isLocked = true
    let knobs = [DrawingFixtures.bakelite, greyed].enumerated().flatMap { row, skin in
      looks.indices.map { column in
        DrawingFixtures.skinned(
          36 + Double(column) * 68, 36 + Double(row) * 90, 44, name: "Room", skin)
      }
    }
    let panel = PanelLayout(width: 480, height: 180)
    let picture = DrawingFixtures.panelPicture(LayoutDocument(panel: panel, knobs: knobs), pictures)
    for (index, look) in (looks + locked).enumerated() { picture.set(look, ofKnob: index) }
    let frame = DrawingFixtures.frame(480, 180)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("skin-states"))
  }

  /// Frames in both directions, texts in each position, a hand alone, and another size.
  @Test func stripsAndTexts() throws {
    var wide = SkinLayout(filmstrip: .init(pictures: .init("wide")))
    wide.value = .below
    var hand = SkinLayout(background: .init("plate"), rotating: .init("hand"))
    (hand.value, hand.name) = (.none, .center)
    var textless = Self.filmstrip
    (textless.value, textless.name) = (.none, .none)
    let skins = [Self.filmstrip, wide, hand, textless, SkinLayout(foreground: .init("gloss"))]
    let knobs = skins.enumerated().map { index, skin in
      DrawingFixtures.skinned(
        40 + Double(index) * 72, 40, index == 3 ? 23.5 : 56, name: "Room", unit: "%", skin)
    }
    let panel = PanelLayout(width: 370, height: 110, theme: .paper)
    let picture = DrawingFixtures.panelPicture(LayoutDocument(panel: panel, knobs: knobs), pictures)
    for index in knobs.indices {
      picture.set(DrawingFixtures.look([0, 0.33, 0.66, 0.9, 1][index]), ofKnob: index)
    }
    let frame = DrawingFixtures.frame(370, 110)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("skin-strips"))
  }

  @Test(
    "A filmstrip shows the picture of the last position reached",
    arguments: [
      (0, 0), (0.0999, 0), (0.1, 1), (0.3, 3), (0.55, 5), (0.7, 7), (0.999, 9), (1, 10),
    ] as [(Double, Int)])
  func frames(position: Double, frame: Int) {
    #expect(Filmstrip.index(at: position, of: 11) == frame)
  }

  /// Skinned knobs show the same indications as drawn ones: gear, origin, a level received
  /// meanwhile, mute and lock; with the value inside, below and hidden.
  @Test func indicators() throws {
    var below = DrawingFixtures.bakelite
    below.value = .below
    var textless = DrawingFixtures.bakelite
    textless.value = .none
    let cells = (0..<3).flatMap { row in (0..<5).map { (row, $0) } }
    let knobs = cells.map { row, column in
      DrawingFixtures.skinned(
        44 + Double(column) * 84, 42 + Double(row) * 124, 60, name: "Room",
        [DrawingFixtures.bakelite, below, textless][row])
    }
    let panel = PanelLayout(width: 424, height: 370)
    let picture = DrawingFixtures.panelPicture(LayoutDocument(panel: panel, knobs: knobs), pictures)
    for (index, cell) in cells.enumerated() {
      var look = DrawingFixtures.look(0.55, held: cell.1 < 2)
      switch cell.1 {
      case 0: (look.gear, look.origin) = (0.25, 0.42)
      case 1: look.ghost = 0.8
      case 2: (look.mutedFrom, look.position) = (0.6, 0)
      case 3: look.isLocked = true
      default: (look.text, look.isNamed) = ("off", true)
      }
      picture.set(look, ofKnob: index)
    }
    let frame = DrawingFixtures.frame(424, 370)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("skin-signs"))
  }

  /// A skin with a locked picture needs no padlock, and no indication appears without cause.
  @Test func indicatorsAreShownWhenRelevant() {
    var locked = DrawingFixtures.bakelite
    locked.rotating = .init("cap", others: [.locked: "grey"])
    func look(_ skin: SkinLayout, _ change: (inout KnobViewState) -> Void) -> SkinElements {
      let viewport = Viewport(
        panel: PanelLayout(width: 100, height: 100), displaySize: PixelSize(width: 100, height: 100)
      )
      let face = SkinFace(
        DrawingFixtures.skinned(50, 50, 60, skin), skin, viewport,
        Theme.named(.graphite, .named(.graphite)), FaceTexts(BlockTypesetter()),
        ImageCache(pictures))
      var appearance = DrawingFixtures.look(0.5)
      change(&appearance)
      return SkinElements(appearance, face)
    }
    let plain = DrawingFixtures.bakelite
    #expect(look(plain) { $0.isLocked = true }.indicator.indicator == .padlock)
    #expect(look(locked) { $0.isLocked = true }.indicator.indicator == .none)
    #expect(look(plain) { $0.mutedFrom = 0.3 }.indicator.indicator == .muted)
    #expect(look(plain) { $0.mutedFrom = 0.3 }.value.text.count == 0)
    #expect(look(plain) { $0.gear = 0.25 }.gear.text.count == 0, "the knob is not held")
    #expect(look(plain) { ($0.gear, $0.isHeld) = (0.25, true) }.gear.text.count > 0)
    #expect(look(plain) { ($0.origin, $0.isHeld) = (0.5, true) }.marks.origin != nil)
    #expect(look(plain) { $0.ghost = 0.5 }.marks.ghost != nil)
    #expect(look(plain) { ($0.ghost, $0.state) = (0.5, .offline) }.marks.ghost == nil)
  }

  @Test(arguments: BackgroundLayout.Fit.allCases) func backgroundsAndImages(
    fit: BackgroundLayout.Fit
  ) throws {
    var panel = PanelLayout(width: 120, height: 80)
    panel.background = BackgroundLayout(file: fit == .tile ? "tile" : "photo", fit: fit)
    let images = [
      ImageLayout(file: "logo", position: DesignPoint(x: 4, y: 4)),
      ImageLayout(
        file: "logo", position: DesignPoint(x: 90, y: 40), anchor: .center, size: .longest(44),
        opacity: 0.5),
      ImageLayout(
        file: "logo", position: DesignPoint(x: 4, y: 50), size: .exact(width: 50, height: 12)),
      ImageLayout(file: "none", position: DesignPoint(x: 0, y: 0)),
    ]
    let knob = DrawingFixtures.skinned(90, 40, 30, DrawingFixtures.bakelite)
    let picture = DrawingFixtures.panelPicture(
      LayoutDocument(panel: panel, knobs: [knob], images: images), pictures,
      display: PixelSize(width: 140, height: 80))
    picture.set(DrawingFixtures.look(0.4), ofKnob: 0)
    let frame = DrawingFixtures.frame(140, 80)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("background-\(fit.rawValue)"))
  }

  @Test(arguments: [1, 2, 3]) func incrementsEqualDrawingWhole(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var other = DrawingFixtures.bakelite
    other.background = .init("plate", others: [.held: "logo"])
    other.value = .below
    var swapped = DrawingFixtures.skinned(52.3, 50.8, 70, name: "Room", DrawingFixtures.bakelite)
    swapped.look.swapMicroseconds = 1_000_000
    let knobs = [
      swapped,
      DrawingFixtures.skinned(110, 60, 50, unit: "%", other),
      DrawingFixtures.skinned(150, 40, 61, Self.filmstrip),
      DrawingFixtures.knob(90, 90, 40),
      DrawingFixtures.skinned(
        20, 100, 44, SkinLayout(background: .init("plate"), rotating: .init("hand"))),
    ]
    var panel = PanelLayout(width: 180, height: 130)
    panel.background = BackgroundLayout(file: "tile", fit: .tile)
    let layout = LayoutDocument(
      panel: panel, knobs: knobs,
      images: [ImageLayout(file: "logo", position: DesignPoint(x: 60, y: 30))])
    let picture = DrawingFixtures.panelPicture(layout, pictures)
    let frame = DrawingFixtures.frame(180, 130)
    var looks = knobs.map { _ in DrawingFixtures.look(0, state: .unknown) }
    for _ in 0..<40 {
      for _ in 0..<12 {
        let index = random.below(knobs.count)
        switch random.below(16) {
        case 0: looks[index].isHeld.toggle()
        case 1: looks[index].isLocked.toggle()
        case 2: looks[index].state = [.normal, .normal, .offline, .unknown][random.below(4)]
        case 3: looks[index].overTravel = [0, 6.5, -3, .nan][random.below(4)]
        case 4: looks[index].position = [0, 1, .nan, -4, 2][random.below(5)]
        case 5: looks[index].gear = [1, 0.25, 0.1, 0, .nan][random.below(5)]
        case 6: looks[index].ghost = [nil, random.fraction(), .nan][random.below(3)]
        case 7: looks[index].origin = [nil, random.fraction(), -.infinity][random.below(3)]
        case 8: looks[index].mutedFrom = [nil, random.fraction()][random.below(2)]
        case 9: looks[index].nameShare = [0, 1, random.fraction(), .nan][random.below(4)]
        default: looks[index] = Self.turned(looks[index], by: (random.fraction() - 0.5) * 0.2)
        }
        picture.set(looks[index], ofKnob: index)
        _ = picture.draw(into: frame)
      }
      let fresh = DrawingFixtures.panelPicture(layout, pictures)
      let whole = DrawingFixtures.frame(180, 130)
      for (index, look) in looks.enumerated() { fresh.set(look, ofKnob: index) }
      _ = fresh.draw(into: whole)
      let isSame = DrawingFixtures.rows(frame) == DrawingFixtures.rows(whole)
      #expect(isSame, "\(looks)")
      if !isSame { return }
    }
  }

  private static func turned(_ look: KnobViewState, by distance: Double) -> KnobViewState {
    var look = look
    let position = look.position.isFinite ? look.position : 0.5
    look.position = min(max(position + distance, 0), 1)
    look.text = "\(Int(look.position * 100))"
    return look
  }

  /// A hand is redrawn where it was and where it is; a filmstrip where its frames differ.
  @Test func turnsDamageOnlyMovingParts() {
    var hand = SkinLayout(background: .init("plate"), rotating: .init("hand"))
    hand.value = .none
    var strip = Self.filmstrip
    strip.value = .none
    let knobs = [
      DrawingFixtures.skinned(100, 100, 180, hand), DrawingFixtures.skinned(300, 100, 180, strip),
    ]
    let layout = LayoutDocument(panel: PanelLayout(width: 400, height: 200), knobs: knobs)
    let picture = DrawingFixtures.panelPicture(layout, pictures)
    let frame = DrawingFixtures.frame(400, 200)
    for index in 0..<2 { picture.set(DrawingFixtures.look(0.5), ofKnob: index) }
    _ = picture.draw(into: frame)
    picture.set(DrawingFixtures.look(0.51), ofKnob: 0)
    let damage = picture.draw(into: frame)
    #expect(DrawingFixtures.area(damage) > 0 && DrawingFixtures.area(damage) < 36 * 80)
    picture.set(DrawingFixtures.look(0.6), ofKnob: 1)
    #expect(DrawingFixtures.area(picture.draw(into: frame)) < 180 * 33)
    picture.set(DrawingFixtures.look(0.601), ofKnob: 1)
    #expect(picture.draw(into: frame).isEmpty)
  }

  /// With `swap`, the name is shown in the value's position only.
  @Test func namesAlternateWithValues() throws {
    var knob = DrawingFixtures.skinned(50, 50, 60, name: "Room", Self.filmstrip)
    func face() -> SkinFace {
      let size = PixelSize(width: 100, height: 100)
      return SkinFace(
        knob, Self.filmstrip,
        Viewport(panel: PanelLayout(width: 100, height: 100), displaySize: size),
        Theme.named(.graphite, .named(.graphite)), FaceTexts(BlockTypesetter()),
        ImageCache(pictures))
    }
    #expect(face().texts.swappedName == nil && !face().texts.name.isEmpty)
    knob.look.swapMicroseconds = 1_000_000
    let swapped = face()
    #expect(swapped.texts.swappedName != nil && swapped.texts.name.isEmpty)
    var look = DrawingFixtures.look(0.5)
    look.nameShare = 1
    #expect(
      SkinElements(look, swapped).value.text.count == 0, "no value while the name is shown")
    look.nameShare = 0.5
    let fading = SkinElements(look, swapped)
    #expect(fading.value.text.count > 0 && fading.value.nameShare == 0.5)
    look.mutedFrom = 0.3
    #expect(
      SkinElements(look, swapped).value.nameShare == 0, "the mute symbol replaces it")
    knob.name = nil
    #expect(face().texts.swappedName == nil, "the value of a knob without a name stays")
  }

  /// The layout's sizes of name and value apply to skins, too, as does the panel's text scale.
  @Test func textsHaveTheGivenSizes() {
    func texts(_ scale: Double = 1, _ change: (inout KnobStyle) -> Void) -> SkinTexts {
      var knob = DrawingFixtures.skinned(100, 100, 120, name: "Room", Self.filmstrip)
      change(&knob.look)
      var theme = Theme.named(.graphite, .named(.graphite))
      theme.textScale = scale
      let size = PixelSize(width: 200, height: 200)
      return SkinFace(
        knob, Self.filmstrip,
        Viewport(panel: PanelLayout(width: 200, height: 200), displaySize: size), theme,
        FaceTexts(BlockTypesetter()), ImageCache(pictures)
      ).texts
    }
    #expect(abs(texts { $0.value.size = 20 }.size - 20) < 0.01)
    #expect(abs(texts(1.5) { $0.value.size = 20 }.size - 30) < 0.01)
    #expect(abs(texts(1.5) { _ in }.size / texts { _ in }.size - 1.5) < 0.01)
    let (small, large) = (texts { $0.name.size = 10 }, texts { $0.name.size = 30 })
    #expect((small.name.first?.bounds.height ?? 0) * 2 < large.name.first?.bounds.height ?? 0)
  }

  /// Sixty knobs share their skin's scaled pictures; each requests the file, none decodes it.
  @Test func knobsShareImages() {
    let knobs = (0..<60).map {
      DrawingFixtures.skinned(Double($0 * 5), 50, 40, Self.filmstrip)
    }
    let images = ImageCache(pictures)
    let viewport = Viewport(
      panel: PanelLayout(width: 400, height: 100), displaySize: PixelSize(width: 400, height: 100))
    let texts = FaceTexts(BlockTypesetter())
    let theme = Theme.named(.graphite, .named(.graphite))
    let faces = knobs.map { SkinFace($0, Self.filmstrip, viewport, theme, texts, images) }
    let strips = faces.compactMap { $0.layers(.normal).strip }
    #expect(strips.count == 60 && strips.allSatisfy { $0 === strips[0] })
    #expect(faces.allSatisfy { $0.layers(.held).strip === strips[0] })
  }

  /// A filmstrip uses a bounded amount of memory, however many and large its frames are.
  @Test func hugeStripsSkipFrames() throws {
    let original = try #require(pictures.image("strip"))
    let cut = try #require(
      SkinLayout.Filmstrip(pictures: .init("strip"), frames: 440).cut(width: 40, height: 440))
    let strip = Filmstrip(original, cut, size: PixelSize(width: 1000, height: 1000))
    #expect(strip.frames.count == 24)
    #expect(strip.index(at: 1) == 23 && strip.index(at: 0) == 0)
  }

  /// Missing pictures are not drawn, but the knob still shows its value.
  @Test func textIsDrawnWithoutPictures() {
    let skin = SkinLayout(
      background: .init("none"), rotating: .init("none"), foreground: .init("none"),
      filmstrip: .init(pictures: .init("none")))
    var panel = PanelLayout(width: 100, height: 100)
    panel.background = BackgroundLayout(file: "none")
    let layout = LayoutDocument(panel: panel, knobs: [DrawingFixtures.skinned(50, 50, 60, skin)])
    let picture = DrawingFixtures.panelPicture(layout, pictures)
    let frame = DrawingFixtures.frame(100, 100)
    picture.set(DrawingFixtures.look(0.5), ofKnob: 0)
    _ = picture.draw(into: frame)
    let before = DrawingFixtures.rows(frame)
    picture.set(DrawingFixtures.look(0.6), ofKnob: 0)
    #expect(!picture.draw(into: frame).isEmpty)
    #expect(DrawingFixtures.rows(frame) != before)
  }
}

import Gesture
import JSON
import Knobs
import Layout
import Locales
import Testing

@testable import Panel

/// The JSON of events, which documents list by their declarations.
@Suite struct EventTests {
  private static let time = Timestamp(microseconds: 2_500_000)

  private static let layout: LayoutDocument = {
    var knob = KnobLayout(id: "a", center: DesignPoint(x: 200, y: 200), diameter: 100)
    knob.travel = .sectors(["Radio", "CD"])
    knob.scale = Scale(range: 0...1, step: 1)
    let button = ButtonLayout(
      id: "b", center: DesignPoint(x: 500, y: 100), width: 80, height: 40, action: .reset([0]))
    var layout = LayoutDocument(panel: PanelLayout(), knobs: [knob], buttons: [button])
    layout.pages = [PageLayout(id: "p")]
    layout.languages = ["en", "de"].compactMap { Locale($0) }.map { PanelLanguage($0) }
    return layout
  }()

  /// An event of each kind with all of its keys.
  private static func sample(_ kind: PanelEvent.Kind) -> PanelEvent {
    switch kind {
    case .knob:
      .knob(
        KnobEvent(
          time: time, knob: 0, source: .finger, kind: .changed, value: 1, angle: 10, turned: 20,
          wrapped: 1, isMuted: true, reading: 2))
    case .button:
      .button(ButtonEvent(time: time, button: 0, source: .finger, kind: .pressed, isOn: true))
    case .page: .page(PageEvent(time: time, source: .timer, page: 0))
    case .language: .language(LanguageEvent(time: time, source: .finger, language: 1))
    case .pin: .pin(PINEvent(time: time, source: .finger, kind: .asked))
    case .control:
      .control(ControlStateEvent(time: time, item: .knob(0), reason: "gone", follower: "midi"))
    case .screen: .screen(ScreenEvent(time: time, source: .timer, state: .off))
    case .presence: .presence(PresenceEvent(time: time, source: .encoder, isPresent: true))
    case .cleaning: .cleaning(CleaningEvent(time: time, source: .socket, seconds: 30))
    case .message:
      .message(
        MessageEvent(time: time, source: .socket, kind: .shown, message: PanelMessage("Dinner")))
    }
  }

  @Test("An event has the keys of its declaration", arguments: PanelEvent.Kind.allCases)
  func keys(_ kind: PanelEvent.Kind) throws {
    let clock = EventClock(origin: Timestamp(microseconds: 0), utcOffsetMicroseconds: 0)
    let event = Self.sample(kind)
    #expect(event.kind == kind)
    let json = try #require(
      JSONValue(parsing: Array(event.json(of: Self.layout, clock: clock).utf8)))
    let keys = try #require(json.pairs).map(\.key)
    let declaration = kind.declaration
    let item = try #require(declaration.items.first { keys.contains($0.rawValue) })
    let declared = declaration.keys + declaration.optionalKeys
    #expect(Set(keys) == Set(([.t, .time, item, .event, .source] + declared).map(\.rawValue)))
    #expect(Array(keys.prefix(4)) == ["t", "time", item.rawValue, "event"])
    #expect(declaration.events.contains { $0.name == json["event"]?.string })
  }

  @Test("Each declared event has its own name", arguments: PanelEvent.Kind.allCases)
  func names(_ kind: PanelEvent.Kind) {
    let names = kind.declaration.events.map(\.name)
    #expect(!names.isEmpty && Set(names).count == names.count)
  }

  @Test(
    "The date and time in UTC",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999_000, "2000-02-28T23:59:59.999Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
      (951_868_800_000_000, "2000-03-01T00:00:00.000Z"),
      (1_795_858_200_250_999, "2026-11-28T09:30:00.250Z"),
      (4_107_542_400_000_000, "2100-03-01T00:00:00.000Z"),
      (253_402_300_799_999_000, "9999-12-31T23:59:59.999Z"), (253_402_300_800_000_000, nil),
      (-1, nil),
    ] as [(Int64, String?)])
  func date(_ microseconds: Int64, _ text: String?) {
    let clock = EventClock(
      origin: Self.time, utcOffsetMicroseconds: microseconds - Self.time.microseconds)
    #expect(clock.utcText(at: Self.time) == text)
  }

  @Test("A clock without a date writes none")
  func noDate() {
    let line = Self.sample(.page).json(of: Self.layout, origin: Timestamp(microseconds: 0))
    #expect(line == #"{"t":2.500000,"page":"p","event":"shown","source":"timer"}"#)
  }
}

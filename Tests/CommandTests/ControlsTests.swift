import Gesture
import Diagnostics
import Layout
import LayoutFile
import Logging
import Panel
import Raster
import Testing
import Controls

@testable import knobpanel

/// What is opened, kept and stopped when a layout changes.
@Suite struct ControlsTests {
  /// Remembers what was done to it.
  private final class FakeControl: VolumeControl {
    let name: String
    var onEvent: (VolumeEvent) -> Void = { _ in }
    var calls: [String] = []
    private let error: VolumeError?

    init(_ name: String, error: VolumeError?) {
      self.name = name
      self.error = error
    }

    func open() throws(VolumeError) {
      calls.append("open")
      if let error { throw error }
    }
    func start() { calls.append("start") }
    func set(level: Double, isFinal: Bool) { calls.append("set") }
    func stop() { calls.append("stop") }
  }

  /// Makes controls for elements, and remembers all that it made.
  private final class Bench {
    var made: [FakeControl] = []
    var errors: [String: VolumeError] = [:]
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    lazy var none = Controls { [unowned self] layout in
      guard case .alsa(_, let element) = layout else { return nil }
      let control = FakeControl(element, error: errors[element])
      made.append(control)
      return control
    }

    func controls(
      _ knobs: [(id: String, element: String?)], after old: Controls? = nil
    ) throws(LayoutFault) -> Controls {
      let layout = LayoutDocument(
        panel: PanelLayout(),
        knobs: knobs.map { id, element in
          KnobLayout(
            id: id, center: DesignPoint(x: 10, y: 10), diameter: 10,
            control: element.map { .alsa(card: "c", element: $0) },
            location: SourceLocation(line: 7, column: 3))
        })
      return try Controls(for: layout, goingOnFrom: old ?? none, log: log)
    }
  }

  @Test("what a knob drove and drives is the same object, opened once")
  func kept() throws {
    let bench = Bench()
    let first = try bench.controls([("a", "Master"), ("b", "Synth"), ("c", nil)])
    let second = try bench.controls([("c", nil), ("b", "Synth"), ("a", "Master")], after: first)
    #expect(bench.made.map(\.name) == ["Master", "Synth"])
    #expect(bench.made.allSatisfy { $0.calls == ["open"] })
    #expect(second.byKnob.map { $0?.name } == [nil, "Synth", "Master"])
    #expect(second.byKnob[2] === first.byKnob[0])
  }

  @Test("only what is another thing now is opened")
  func changed() throws {
    let bench = Bench()
    let first = try bench.controls([("a", "Master"), ("b", "Synth")])
    let second = try bench.controls([("a", "Master"), ("b", "PCM"), ("d", "Mic")], after: first)
    #expect(bench.made.map(\.name) == ["Master", "Synth", "PCM", "Mic"])
    #expect(second.byKnob[0] === first.byKnob[0])
    #expect(first.byKnob[1].map { second.contains($0) } == false)
  }

  @Test("a knob that is called otherwise is another one")
  func renamed() throws {
    let bench = Bench()
    let first = try bench.controls([("a", "Master")])
    let second = try bench.controls([("z", "Master")], after: first)
    #expect(bench.made.count == 2)
    #expect(second.byKnob[0] !== first.byKnob[0])
  }

  @Test("what cannot be opened is a fault with its place, and what is open stays as it is")
  func fault() throws {
    let bench = Bench()
    let first = try bench.controls([("a", "Master")])
    bench.errors["Mastre"] = .unknownElement("Mastre", card: "c", elements: ["Master"])
    let fault = try #require(throws: LayoutFault.self) {
      try bench.controls([("a", "Master"), ("b", "Mastre")], after: first)
    }
    #expect(fault.message.contains("knob 'b'") && fault.message.contains("Master"))
    #expect(fault.location == SourceLocation(line: 7, column: 3))
    #expect(bench.made[0].calls == ["open"])
    #expect(try bench.controls([("a", "Master")], after: first).byKnob[0] === first.byKnob[0])
  }

  @Test("a machine without a sound card has knobs that wait for one")
  func noSoundCard() throws {
    let bench = Bench()
    bench.errors["Master"] = .noSoundCard
    #expect(try bench.controls([("a", "Master")]).byKnob[0] != nil)
  }
}

import Gesture
import Diagnostics
import Layout
import LayoutFile
import Logging
import Panel
import Raster
import Testing
import Controls

@testable import PanelApplication
@testable import knobpanel

/// The controls that are opened, kept and stopped when a layout changes.
@Suite struct PanelControlsTests {
  private struct FakeError: ControlError {
    var description: String
    var hint: String?
    var isTemporary = false
    var isAbsence = false
  }

  /// Records the calls to it.
  private final class OpenedControl: Control {
    let name: String
    var onEvent: (ControlEvent) -> Void = { _ in }
    var calls: [String] = []
    private let error: FakeError?

    init(_ name: String, error: FakeError?) {
      self.name = name
      self.error = error
    }

    /// Called with the name of each call.
    var onCall: (String) -> Void = { _ in }

    func beginOpening() { onCall("begin") }
    func open() throws {
      calls.append("open")
      onCall("open")
      if let error { throw error }
    }
    func start() { calls.append("start") }
    func set(level: Double, isFinal: Bool) { calls.append("set") }
    func stop() { calls.append("stop") }
  }

  /// Makes controls for elements and keeps them.
  private final class Bench {
    var made: [OpenedControl] = []
    var errors: [String: FakeError] = [:]
    /// The calls to all controls, in order.
    var order: [String] = []
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    lazy var none = PanelControls { [unowned self] wanted in
      guard let element = (wanted.control.settings as? FakeSettings)?.name else { return nil }
      let control = OpenedControl(element, error: errors[element])
      made.append(control)
      control.onCall = { [unowned self] in order.append("\($0) \(element)") }
      return control
    }

    func controls(
      _ knobs: [(id: String, element: String?)], after old: PanelControls? = nil
    ) throws(LayoutFault) -> PanelControls {
      let opening = opening(knobs, after: old)
      order.append("meanwhile")
      return try opening.finish(log: log)
    }

    func opening(
      _ knobs: [(id: String, element: String?)], after old: PanelControls? = nil
    ) -> PanelControls.Opening {
      let layout = LayoutDocument(
        panel: PanelLayout(),
        knobs: knobs.map { id, element in
          KnobLayout(
            id: id, center: DesignPoint(x: 10, y: 10), diameter: 10,
            control: element.map { .backEnd(FakeSettings(name: $0)) },
            location: SourceLocation(line: 7, column: 3))
        })
      return PanelControls.Opening(for: layout, replacing: old ?? none)
    }
  }

  @Test("controls open together: all begin, other work is done, and then each is waited for")
  func opensTogether() throws {
    let bench = Bench()
    _ = try bench.controls([("a", "Master"), ("b", "Synth")])
    #expect(
      bench.order == ["begin Master", "begin Synth", "meanwhile", "open Master", "open Synth"])
  }

  @Test("a control of an unchanged knob is kept and not opened again")
  func kept() throws {
    let bench = Bench()
    let first = try bench.controls([("a", "Master"), ("b", "Synth"), ("c", nil)])
    let second = try bench.controls([("c", nil), ("b", "Synth"), ("a", "Master")], after: first)
    #expect(bench.made.map(\.name) == ["Master", "Synth"])
    #expect(bench.made.allSatisfy { $0.calls == ["open"] })
    #expect((0...2).map { second[.knob($0)]?.name } == [nil, "Synth", "Master"])
    #expect(second[.knob(2)] === first[.knob(0)])
  }

  @Test("only a changed control is opened")
  func changed() throws {
    let bench = Bench()
    let first = try bench.controls([("a", "Master"), ("b", "Synth")])
    let second = try bench.controls([("a", "Master"), ("b", "PCM"), ("d", "Mic")], after: first)
    #expect(bench.made.map(\.name) == ["Master", "Synth", "PCM", "Mic"])
    #expect(second[.knob(0)] === first[.knob(0)])
    let replaced = try #require(first[.knob(1)])
    #expect(second.item(of: replaced) == nil)
  }

  @Test("a renamed knob gets a new control")
  func renamed() throws {
    let bench = Bench()
    let first = try bench.controls([("a", "Master")])
    let second = try bench.controls([("z", "Master")], after: first)
    #expect(bench.made.count == 2)
    #expect(second[.knob(0)] !== first[.knob(0)])
  }

  @Test("a control that cannot be opened is a fault with its location; open ones stay as they are")
  func fault() throws {
    let bench = Bench()
    let first = try bench.controls([("a", "Master")])
    bench.errors["Mastre"] = FakeError(
      description: "there is no Mastre, but a Master", hint: "say Master")
    let fault = try #require(throws: LayoutFault.self) {
      try bench.controls([("a", "Master"), ("c", "Synth"), ("b", "Mastre")], after: first)
    }
    #expect(fault.message == "knob 'b': there is no Mastre, but a Master")
    #expect(fault.hint == "say Master")
    #expect(fault.location == SourceLocation(line: 7, column: 3))
    #expect(bench.made[0].calls == ["open"])
    // The control opened for the rejected layout is released.
    #expect(bench.made[1].calls == ["open", "stop"])
    #expect(try bench.controls([("a", "Master")], after: first)[.knob(0)] === first[.knob(0)])
  }

  @Test("an opening that is not needed is stopped, and nothing else is")
  func notNeeded() throws {
    let bench = Bench()
    let first = try bench.controls([("a", "Master")])
    _ = bench.opening([("a", "Master"), ("b", "Synth")], after: first)
    #expect(bench.made.map(\.calls) == [["open"], ["stop"]])
  }

  @Test("an opening does not keep its controls alive")
  func openingIsReleased() throws {
    let bench = Bench()
    let opening = bench.opening([("a", "Master")])
    var controls: PanelControls? = try opening.finish(log: bench.log)
    weak let control = bench.made.removeLast()
    #expect(controls?.all.count == 1 && control != nil)
    controls = nil
    withExtendedLifetime(opening) { #expect(control == nil) }
  }

  @Test("a temporary error is not a fault: the knob waits")
  func temporary() throws {
    let bench = Bench()
    bench.errors["Master"] = FakeError(description: "not yet", isTemporary: true)
    #expect(try bench.controls([("a", "Master")])[.knob(0)] != nil)
  }

  @Test("at the start, an absent target is not a fault, but in a changed layout it is")
  func absent() throws {
    let bench = Bench()
    bench.errors["USB"] = FakeError(description: "there is no USB", isAbsence: true)
    #expect(try bench.controls([("a", "USB")])[.knob(0)] != nil)
    let first = try bench.controls([("a", "Master")])
    #expect(throws: LayoutFault.self) { try bench.controls([("a", "USB")], after: first) }
  }
}

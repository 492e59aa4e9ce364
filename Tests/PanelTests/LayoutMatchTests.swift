import Diagnostics
import Gesture
import Knobs
import Layout
import Randomness
import Testing

@testable import Panel

private typealias Rig = SuccessionRig

/// Which knobs of a layout stay the same objects in a reload, and that nobody can tell.
@Suite struct LayoutMatchTests {
  struct Edit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var stays: Bool
    var change: @Sendable (inout KnobLayout) -> Void

    init(
      _ name: String, stays: Bool, _ change: @escaping @Sendable (inout KnobLayout) -> Void
    ) {
      (testDescription, self.stays, self.change) = (name, stays, change)
    }
  }

  private static let edits = [
    Edit("none", stays: true) { _ in },
    Edit("another line of the file", stays: true) {
      $0.location = SourceLocation(line: 99, column: 1)
    },
    Edit("another look", stays: true) { $0.look.hasDetents = false },
    Edit("another name", stays: true) { $0.name = "Other" },
    Edit("another opacity", stays: true) { $0.opacity = 0.5 },
    Edit("another id", stays: false) { $0.id = "other" },
    Edit("another position", stays: false) { $0.center.x += 1 },
    Edit("another range", stays: false) { $0.scale = Scale(range: 0...50, step: 1) },
    Edit("another limit", stays: false) { $0.guards.limit = 60 },
    Edit("another control", stays: false) { $0.control = .backEnd(TestSettings(name: "x")) },
  ]

  @Test("A knob stays the same object unless its behaviour was edited", arguments: edits)
  func objects(edit: Edit) {
    let rig = Rig()
    let before = rig.panel.knobs
    var knobs = Rig.knobs()
    edit.change(&knobs[0])
    rig.reload(0, Rig.layout(knobs.reversed()))
    #expect((rig.panel.knobs[1] === before[0]) == edit.stays)
    #expect(rig.panel.knobs[0] === before[1])
    #expect(rig.panel.knobs.map(\.index) == [0, 1])
  }

  @Test("Knobs are copied if the display differs") func display() {
    let rig = Rig()
    let before = rig.panel.knobs
    rig.reload(0, Rig.layout(Rig.knobs(), width: 240))
    #expect(rig.panel.knobs[0] !== before[0])
  }

  @Test("Of 1,000 knobs, one edit copies one") func oneEditCopiesOneKnob() {
    let knobs = (0..<1000).map { index in
      KnobLayout(id: "\(index)", center: DesignPoint(x: Double(index), y: 0), diameter: 10)
    }
    var edited = [knobs[999]] + knobs.dropLast()
    edited[500].diameter = 11
    let match = LayoutMatch(from: Rig.layout(knobs), to: Rig.layout(edited))
    #expect(match.isSameKnob.count(where: { !$0 }) == 1 && !match.isSameKnob[500])
    #expect(match.knobOrigins[0] == 999 && match.knobOrigins[1] == 0)
  }

  @Test("A knob that stays behaves like a copied one", arguments: 0..<8)
  func keptKnobBehavesLikeCopy(part: Int) {
    for seed in stride(from: part, to: 400, by: 8) {
      let rigs = [false, true].map { copies in
        let rig = Rig(level: 0.2)
        rig.copiesKnobs = copies
        Self.play(rig, seed: UInt64(seed))
        return rig
      }
      guard rigs[0].happened == rigs[1].happened, rigs[0].requested == rigs[1].requested else {
        let pairs = zip(rigs[0].happened, rigs[1].happened)
        Issue.record("seed \(seed): \(pairs.first { $0 != $1 }.map { "\($0)" } ?? "requests")")
        return
      }
    }
  }

  /// Plays fingers, levels, time and reloads drawn from a seed.
  private static func play(_ rig: Rig, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (now, degrees) = (Int64(0), 0.0)
    for _ in 0..<60 {
      now += Int64(random.below(120))
      let x = random.below(2) == 0 ? 50.0 : 150
      switch random.below(8) {
      case 0: rig.touch(now, .down(Rig.thumb, Rig.at(degrees, x: x)))
      case 1, 2, 3:
        degrees += Double(random.below(30)) - 10
        rig.touch(now, .moved(Rig.thumb, Rig.at(degrees, x: x)))
      case 4: rig.touch(now, .up(Rig.thumb))
      case 5: rig.remote(random.fraction(), now, knob: random.below(2))
      case 6: rig.tick(now)
      default:
        let line = 1 + random.below(5)
        let limit: Double? = random.below(4) == 0 ? 60 : nil
        rig.reload(now) {
          $0.location = SourceLocation(line: line, column: 1)
          if $0.id == "left" { $0.guards.limit = limit }
        }
      }
    }
  }
}

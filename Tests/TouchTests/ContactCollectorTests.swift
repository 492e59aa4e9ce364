import Gesture
import Testing

@testable import Touch

/// The rows of the table of `ContactCollector`.
struct ContactCollectorTests {
  enum Input {
    case down(Int32, Double)
    case moved(Int32, Double)
    case up(Int32)
    case lost(Int32)
    case frame, cancel
  }

  struct Row: CustomTestStringConvertible {
    var testDescription: String
    var inputs: [Input]
    /// The expected changes of each frame.
    var frames: [[ContactChange]]
  }

  private static func id(_ slot: Int32) -> ContactID { ContactID(device: 7, slot: slot) }
  private static func at(_ x: Double) -> DisplayFraction { DisplayFraction(x: x, y: 0.5) }

  static let rows = [
    Row(
      testDescription: "1–3: down, move and up, one frame each",
      inputs: [.down(0, 0.1), .frame, .moved(0, 0.2), .frame, .up(0), .frame],
      frames: [[.down(id(0), at(0.1))], [.moved(id(0), at(0.2))], [.up(id(0))]]),
    Row(
      testDescription: "Two fingers of one frame are delivered together",
      inputs: [.down(0, 0.1), .down(1, 0.9), .frame, .moved(1, 0.8), .moved(0, 0.2), .frame],
      frames: [
        [.down(id(0), at(0.1)), .down(id(1), at(0.9))],
        [.moved(id(1), at(0.8)), .moved(id(0), at(0.2))],
      ]),
    Row(
      testDescription: "3: one contact is cancelled, the other stays",
      inputs: [.down(0, 0.1), .down(-1, 0.2), .frame, .lost(0), .lost(2), .frame, .cancel],
      frames: [
        [.down(id(0), at(0.1)), .down(id(-1), at(0.2))], [.cancelled(id(0))],
        [.cancelled(id(-1))],
      ]),
    Row(
      testDescription: "4: contacts that are not down are ignored",
      inputs: [.moved(3, 0.4), .up(3), .frame, .down(3, 0.1), .up(3), .up(3), .frame],
      frames: [[.down(id(3), at(0.1)), .up(id(3))]]),
    Row(
      testDescription: "5: cancel ends all fingers at once and drops the frame under way",
      inputs: [.down(0, 0.1), .down(1, 0.2), .frame, .moved(0, 0.9), .up(1), .cancel, .frame],
      frames: [
        [.down(id(0), at(0.1)), .down(id(1), at(0.2))],
        [.cancelled(id(0)), .cancelled(id(1))],
      ]),
    Row(
      testDescription: "6: a contact that was never delivered is not cancelled",
      inputs: [.down(0, 0.1), .cancel, .moved(0, 0.2), .frame], frames: []),
    Row(
      testDescription: "7: empty frames are not delivered",
      inputs: [.frame, .frame, .cancel, .frame],
      frames: []),
    Row(
      testDescription: "8: fingers beyond the limit are ignored until one has lifted",
      inputs: (0...64).map { Input.down($0, 0.1) } + [
        .frame, .up(64), .up(0), .down(64, 0.2), .frame,
      ],
      frames: [
        (0..<64).map { ContactChange.down(id($0), at(0.1)) }, [.up(id(0)), .down(id(64), at(0.2))],
      ]),
    Row(
      testDescription: "A second down implies a lift in between",
      inputs: [.down(0, 0.1), .frame, .down(0, 0.6), .frame, .up(0), .frame],
      frames: [
        [.down(id(0), at(0.1))], [.cancelled(id(0)), .down(id(0), at(0.6))], [.up(id(0))],
      ]),
    Row(
      testDescription: "A cancelled finger's number is free again",
      inputs: [.down(0, 0.1), .frame, .cancel, .down(0, 0.3), .frame, .cancel],
      frames: [
        [.down(id(0), at(0.1))], [.cancelled(id(0))], [.down(id(0), at(0.3))],
        [.cancelled(id(0))],
      ]),
  ]

  @Test("Changes are gathered into frames", arguments: rows)
  func frames(_ row: Row) {
    let collector = ContactCollector(device: 7)
    var frames: [TouchFrame] = []
    for (time, input) in row.inputs.enumerated() {
      let time = Timestamp(microseconds: Int64(time))
      switch input {
      case .down(let slot, let x): collector.down(slot, at: Self.at(x), time: time)
      case .moved(let slot, let x): collector.moved(slot, to: Self.at(x), time: time)
      case .up(let slot): collector.up(slot, time: time)
      case .lost(let slot): collector.cancel(slot, time: time)
      case .frame: collector.finish { frames.append($0) }
      case .cancel: collector.cancelAll(time: time) { frames.append($0) }
      }
    }
    #expect(frames.map(\.changes) == row.frames)
  }

  @Test("A frame has the time of its last change")
  func time() {
    let collector = ContactCollector(device: 1)
    var time: Int64?
    collector.down(0, at: Self.at(0), time: Timestamp(microseconds: 10))
    collector.moved(0, to: Self.at(1), time: Timestamp(microseconds: 25))
    collector.finish { time = $0.time.microseconds }
    #expect(time == 25)
  }

  @Test func allMayBeCancelledWhileAFrameIsDelivered() {
    let collector = ContactCollector(device: 7)
    let now = Timestamp(microseconds: 77)
    collector.down(0, at: Self.at(0.5), time: now)
    var frames: [[ContactChange]] = []
    collector.finish { frame in
      frames.append(frame.changes)
      collector.cancelAll(time: now) { frames.append($0.changes) }
    }
    #expect(frames == [[.down(Self.id(0), Self.at(0.5))], [.cancelled(Self.id(0))]])
    collector.finish { _ in Issue.record("nothing is left") }
  }

  @Test func framesReuseTheirMemory() {
    let collector = ContactCollector(device: 7)
    let now = Timestamp(microseconds: 77)
    collector.down(0, at: Self.at(0.5), time: now)
    var addresses: Set<UnsafeRawPointer?> = []
    for step in 0..<100 {
      collector.moved(0, to: Self.at(Double(step)), time: now)
      collector.finish { frame in
        frame.changes.withUnsafeBytes { _ = addresses.insert($0.baseAddress) }
      }
    }
    #expect(addresses.count == 1)
  }
}

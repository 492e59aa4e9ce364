import Foundation
import Gesture
import Layout
import LayoutFile
import Panel
import Program
import Raster
import Testing

@testable import knobpanel

@Suite struct EventLogTests {
  private let layout = LayoutDocument(
    panel: PanelLayout(),
    knobs: [KnobLayout(id: "a", center: DesignPoint(x: 100, y: 100), diameter: 100)])

  /// Events of a finger that lands and lifts.
  private func events() -> [PanelEvent] {
    let panel = PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: .init(width: 800, height: 480)))
    let finger = ContactID(device: 0, slot: 0)
    let change = ContactChange.down(finger, DisplayFraction(x: 0.125, y: 0.15))
    panel.handle(TouchFrame(time: Timestamp(microseconds: 0), changes: [change, .up(finger)]))
    return panel.events
  }

  private func log(to pipe: Pipe) -> EventLog {
    EventLog(
      output: Output(descriptor: pipe.fileHandleForWriting.fileDescriptor), file: nil,
      origin: Timestamp(microseconds: 0), backpressure: .buffer)
  }

  @Test("a reader that sleeps does not stop the panel, and loses nothing when it wakes up")
  func sleepingReader() throws {
    let pipe = Pipe()
    let log = log(to: pipe)
    let events = events()
    // More than a pipe holds; a write that waited would hang here.
    for _ in 0..<1000 { log.write(events, of: layout) }
    var text = Data()
    let end = UInt8(ascii: "\n")
    while text.count(where: { $0 == end }) < 1000 * events.count {
      text += pipe.fileHandleForReading.availableData
      log.write([], of: layout)
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 1000 * events.count)
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test("a reader that never comes back costs a bounded amount of memory")
  func goneForGood() throws {
    let pipe = Pipe()
    let log = log(to: pipe)
    let events = events()
    for _ in 0..<20_000 { log.write(events, of: layout) }
    try pipe.fileHandleForWriting.close()
    // What the pipe held, and nothing of what came after the log gave up.
    #expect(pipe.fileHandleForReading.readDataToEndOfFile().count <= 65_536)
  }
}

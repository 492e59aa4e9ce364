import Linux
import TestPatience
import Testing

@testable import PanelApplication

extension Reloader {
  /// Waits until the current reading is shown.
  func finishReading(on loop: EventLoop) throws {
    try Patience.run(loop, state: "the layout is not read") { [self] in !isReading }
  }

  /// Reads the layout again and shows it.
  func reload(on loop: EventLoop) throws {
    reload()
    try finishReading(on: loop)
  }
}

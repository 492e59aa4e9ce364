import Linux
import Testing

@testable import Controls

/// A file control in its own folder on a manual clock, and the events that it reported.
final class FileRig {
  let folder: TestFolder
  let loop: EventLoop
  let control: FileControl
  private(set) var events: [ControlEvent] = []

  /// Makes a control of the file `path` in a folder with these files; `change` adapts its settings.
  init(
    _ files: [String: String] = ["brightness": "100\n", "max_brightness": "200\n"],
    path: String = "brightness", _ change: (inout FileSettings) -> Void = { _ in }
  ) throws {
    let folder = try TestFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    self.folder = folder
    loop = try EventLoop(clock: ManualClock())
    var settings = FileSettings()
    settings.path = folder.file(path)
    change(&settings)
    control = FileControl(settings, loop: loop)
    control.onEvent = { [unowned self] in events.append($0) }
  }

  var levels: [Double] {
    events.compactMap { if case .level(let level) = $0 { level } else { nil } }
  }

  var lastOffline: String? {
    if case .offline(let reason)? = events.last { reason } else { nil }
  }

  /// Handles kernel events, then advances the clock and handles what becomes due.
  func pass(milliseconds: Int64) throws {
    try loop.advance(byMicroseconds: milliseconds * 1000)
  }
}

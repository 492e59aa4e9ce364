import Linux
import Testing

@testable import Controls

/// A file control in a folder of its own, on a loop whose time a test advances, and all that it
/// reported.
final class FileRig {
  let folder: TestFolder
  let loop: EventLoop
  let control: FileControl
  private(set) var events: [ControlEvent] = []

  /// A control of the file `path` in a folder with these files; `change` changes its settings.
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

  /// Handles what the kernel told, and lets time pass and handles all that becomes of it.
  func pass(milliseconds: Int64) throws {
    try loop.advance(byMicroseconds: milliseconds * 1000)
  }
}

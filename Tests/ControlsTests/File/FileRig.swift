import Linux
import Testing

@testable import Controls

/// A file control on a loop, in a folder of its own, and all that it reported.
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
    loop = try EventLoop()
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

  /// Runs the loop until it is so; records an issue if it never becomes so.
  func run(sourceLocation: SourceLocation = #_sourceLocation, until isDone: () -> Bool) throws {
    let end = MonotonicClock.microseconds + 20_000_000
    while !isDone() {
      guard MonotonicClock.microseconds < end else {
        Issue.record("it never came; reported: \(events)", sourceLocation: sourceLocation)
        return
      }
      try loop.runOnce(timeoutMilliseconds: 20)
    }
  }

  /// Runs the loop for so long, to see that something does not happen.
  func linger(milliseconds: Int64) throws {
    let end = MonotonicClock.microseconds + milliseconds * 1000
    while MonotonicClock.microseconds < end { try loop.runOnce(timeoutMilliseconds: 20) }
  }
}

internal import Glibc
internal import Layout
package import Linux
package import Logging
internal import Program
internal import Synchronization

/// Keeps what a panel goes on with in one small file, which is complete at any time.
///
/// It is written a while after a change, seldom, and by a thread: a card that it is on wears out, and a
/// disk can block. A file that is missing or torn is normal, and so is a folder that cannot be written.
///
/// | # | what happens | result |
/// |---|---|---|
/// | 1 | the panel starts with its layout | goes on with what the file says |
/// | 2 | it starts without a layout, or with a broken one | the file stays as it is; row 1 once there is one |
/// | 3 | a layout comes without a knob that is kept | its value stays in the file |
/// | 4 | a layout comes with it again | goes on with that value |
/// | 5 | a file cannot be written | told once; tried again while the panel runs, and at its end |
package final class StateFile {
  /// In the folder that systemd gives a service; nil without one.
  package static var standardPath: String? {
    ServiceManager.variable("STATE_DIRECTORY").flatMap { folders in
      folders.split(separator: ":").first.map { "\($0)/state.json" }
    }
  }

  /// From a change until it is written, and between two writes.
  private static let (delayMicroseconds, pauseMicroseconds) =
    (2_000_000, 10_000_000)
    as (
      Int64, Int64
    )
  /// No panel has more to keep.
  private static let byteLimit = 1 << 20
  /// How long the end waits for the disk.
  private static let endMilliseconds: Int32 = 2000

  private let path: String
  private unowned let application: Application
  private unowned let loop: EventLoop
  private let log: Logger
  private let writing = Writing()
  private var worker: Worker?
  private var alarm: Alarm?
  /// What is to be in the file, also of knobs that the layout does not have.
  private var kept = SavedState()
  /// The knobs of the layout, whose values are those of the panel.
  private var known: Set<String> = []
  /// Whether there was a layout since the start.
  private var hasRestored = false
  private var nextWriteMicroseconds: Int64 = 0

  /// What the thread and the loop share.
  private final class Writing: Sendable {
    let isBusy = Atomic(false)
    let hasFailed = Atomic(false)
    /// What the file has.
    let written = Mutex(SavedState())
  }

  /// Restores what the file has, and keeps it from then on.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - application: The panel, which has to live longer.
  ///   - loop: Its event loop.
  ///   - log: Is told of a file that cannot be read or written.
  package init(_ path: String, application: Application, loop: EventLoop, log: Logger) {
    (self.path, self.application, self.loop, self.log) = (path, application, loop, log)
    FileReplacement.removeAbandoned(of: path)
    do throws(WholeFile.Failure) {
      if let state = SavedState(bytes: try WholeFile.read(path, limit: Self.byteLimit)) {
        kept = state
        writing.written.withLock { $0 = state }
      } else {
        log.info("\(path): is no complete state; begins with that of the layout")
      }
    } catch {
      if !error.isAbsence { log.info("\(error); begins with the state of the layout") }
    }
    alarm = loop.makeAlarm { [unowned self] in write() }
    application.onChange = { [unowned self] in changed() }
    application.willShowLayout = { [unowned self] in keep() }
    application.didShowLayout = { [unowned self] in restore() }
    restore()
  }

  /// Whether something is to be written, or was and may have failed.
  var isPending: Bool { alarm?.deadlineMicroseconds != nil }
  var isWriting: Bool { writing.isBusy.load(ordering: .acquiring) }

  /// Writes what has changed, waiting for the disk for a while.
  package func close() {
    application.onChange = {}
    (application.willShowLayout, application.didShowLayout) = ({}, {})
    alarm?.cancel()
    worker?.join(withinMilliseconds: Self.endMilliseconds)
    write()
    worker?.join(withinMilliseconds: Self.endMilliseconds)
  }

  /// Takes notice of the panel as it is, before that changes or is written.
  private func keep() {
    if hasRestored { kept.take(application.savedState) }
  }

  /// Goes on with what was kept of the knobs that the layout has and the one before had not.
  private func restore() {
    guard application.stage.hasLayout else { return }
    var state = kept
    for id in known { state.values[id] = nil }
    if hasRestored { (state.page, state.brightness) = (nil, nil) }
    hasRestored = true
    known = Set(application.stage.layout.knobs.map(\.id))
    application.restore(state)
  }

  private func changed() {
    guard alarm?.deadlineMicroseconds == nil else { return }
    let now = loop.nowMicroseconds
    alarm?.set(atMicroseconds: max(now + Self.delayMicroseconds, nextWriteMicroseconds))
  }

  private func write() {
    keep()
    guard kept != writing.written.withLock({ $0 }) else { return }
    nextWriteMicroseconds = loop.nowMicroseconds + Self.pauseMicroseconds
    // Then it is asked whether it is there: a disk may be full for now, or hang.
    changed()
    guard !writing.isBusy.exchange(true, ordering: .acquiring) else { return }
    do throws(SystemError) {
      worker = try Worker(stackBytes: 256 << 10) { [path, writing, log, kept] in
        defer { writing.isBusy.store(false, ordering: .releasing) }
        do throws(SystemError) {
          try FileReplacement.replace(path, with: kept.bytes)
          writing.written.withLock { $0 = kept }
          writing.hasFailed.store(false, ordering: .relaxed)
        } catch {
          guard !writing.hasFailed.exchange(true, ordering: .relaxed) else { return }
          log.warning("what the panel shows is not kept: \(error); it is tried again")
        }
      }
    } catch {
      writing.isBusy.store(false, ordering: .releasing)
    }
  }
}

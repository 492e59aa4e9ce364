internal import Glibc
internal import Layout
internal import Linux
internal import Logging
internal import Program
internal import Synchronization

/// Saves the panel's state in one small file, which is complete at any time.
///
/// It is written seldom, some time after a change, and by a thread: flash memory wears out, and a
/// disk can block. A file that is missing or truncated is normal, and so is a read-only folder.
///
/// | # | event | result |
/// |---|---|---|
/// | 1 | the panel starts with its layout | the state in the file is restored |
/// | 2 | it starts without a valid layout | the file is unchanged; row 1 once there is a layout |
/// | 3 | a layout lacks a knob with a saved value | the value stays in the file |
/// | 4 | a later layout has the knob again | the value is restored |
/// | 5 | the file cannot be written | logged once; retried while the panel runs, and at its end |
package final class StateFile {
  /// The path in the state folder that systemd gives a service; nil without one.
  package static var standardPath: String? {
    ServiceManager.variable("STATE_DIRECTORY").flatMap { folders in
      folders.split(separator: ":").first.map { "\($0)/state.json" }
    }
  }

  /// The delay from a change to its write, and the pause between two writes.
  private static let delayMicroseconds: Int64 = 2_000_000
  private static let pauseMicroseconds: Int64 = 10_000_000
  /// The maximum size of the file, more than any panel saves.
  private static let byteLimit = 1 << 20
  /// How long closing waits for the disk.
  private static let endMilliseconds: Int32 = 2000

  private let path: String
  private unowned let application: Application
  private var loop: EventLoop { application.loop }
  private let writing = Writing()
  private var worker: Worker?
  private var alarm: Alarm?
  /// The state that the file should have, including knobs that the layout does not have.
  private var kept = SavedState()
  /// The ids of the layout's knobs, whose values the panel holds.
  private var known: Set<String> = []
  /// Whether there was a layout since the start.
  private var hasRestored = false
  private var nextWriteMicroseconds: Int64 = 0

  /// State shared by the thread and the loop.
  private final class Writing: Sendable {
    let isBusy = Atomic(false)
    let hasFailed = Atomic(false)
    /// The state that the file has.
    let written = Mutex(SavedState())
  }

  /// Restores the panel from the file, and saves its state from then on.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - application: The panel, which must outlive this object.
  package init(_ path: String, application: Application) {
    (self.path, self.application) = (path, application)
    FileReplacement.removeAbandoned(of: path)
    do throws(WholeFile.Failure) {
      if let state = SavedState(bytes: try WholeFile.read(path, limit: Self.byteLimit)) {
        kept = state
        writing.written.withLock { $0 = state }
      } else {
        application.log.info("\(path): not a complete state; starting with the layout's state")
      }
    } catch {
      if !error.isAbsence { application.log.info("\(error); starting with the layout's state") }
    }
    alarm = application.loop.makeAlarm { [unowned self] in write() }
    application.onChange = { [unowned self] in changed() }
    application.willShowLayout = { [unowned self] in keep() }
    application.didShowLayout = { [unowned self] in restore() }
    restore()
  }

  /// Whether a write is scheduled, perhaps to retry one that failed.
  var isPending: Bool { alarm?.deadlineMicroseconds != nil }
  var isWriting: Bool { writing.isBusy.load(ordering: .acquiring) }

  /// Writes what has changed, waiting for the disk for a limited time.
  package func close() {
    application.onChange = {}
    (application.willShowLayout, application.didShowLayout) = ({}, {})
    alarm?.cancel()
    worker?.join(withinMilliseconds: Self.endMilliseconds)
    write()
    worker?.join(withinMilliseconds: Self.endMilliseconds)
  }

  /// Records the panel's state before it changes or is written.
  private func keep() {
    if hasRestored { kept.merge(application.savedState) }
  }

  /// Restores the saved values of the knobs that the previous layout did not have.
  private func restore() {
    guard application.scene.hasLayout else { return }
    var state = kept
    for id in known { (state.values[id], state.limits[id]) = (nil, nil) }
    if hasRestored { (state.page, state.language, state.brightness) = (nil, nil, nil) }
    hasRestored = true
    known = Set(application.scene.layout.knobs.map(\.id))
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
    // Checks the result later: a disk may be full for now, or hang.
    changed()
    guard !writing.isBusy.exchange(true, ordering: .acquiring) else { return }
    do throws(SystemError) {
      worker = try Worker(stackBytes: 256 << 10) { [path, writing, log = application.log, kept] in
        defer { writing.isBusy.store(false, ordering: .releasing) }
        do throws(SystemError) {
          try FileReplacement.replace(path, with: kept.bytes)
          writing.written.withLock { $0 = kept }
          writing.hasFailed.store(false, ordering: .relaxed)
        } catch {
          guard !writing.hasFailed.exchange(true, ordering: .relaxed) else { return }
          log.warning("cannot save the state of the panel: \(error); trying again")
        }
      }
    } catch {
      writing.isBusy.store(false, ordering: .releasing)
    }
  }
}

internal import Glibc
package import Linux
package import Logging
internal import Program
internal import Synchronization

/// Keeps what a panel goes on with in one small file, which is complete at any time.
///
/// It is written a while after a change, seldom, and by a thread: a card that it is on wears out, and a
/// disk can block. A file that is missing or torn is normal, and so is a folder that cannot be written.
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
  private var written: SavedState
  private var nextWriteMicroseconds: Int64 = 0

  /// What the thread and the loop share.
  private final class Writing: Sendable {
    let isBusy = Atomic(false)
    let hasFailed = Atomic(false)
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
    written = SavedState()
    do throws(WholeFile.Failure) {
      if let state = SavedState(bytes: try WholeFile.read(path, limit: Self.byteLimit)) {
        application.restore(state)
        written = state
      } else {
        log.info("\(path): is no complete state; begins with that of the layout")
      }
    } catch {
      if !error.isAbsence { log.info("\(error); begins with the state of the layout") }
    }
    alarm = loop.makeAlarm { [unowned self] in write() }
    application.onChange = { [unowned self] in changed() }
  }

  /// Writes what has changed, waiting for the disk for a while.
  package func close() {
    application.onChange = {}
    alarm?.cancel()
    worker?.join(withinMilliseconds: Self.endMilliseconds)
    write()
    worker?.join(withinMilliseconds: Self.endMilliseconds)
  }

  private func changed() {
    guard alarm?.deadlineMicroseconds == nil else { return }
    let now = loop.nowMicroseconds
    alarm?.set(atMicroseconds: max(now + Self.delayMicroseconds, nextWriteMicroseconds))
  }

  private func write() {
    let state = application.savedState
    guard state != written else { return }
    nextWriteMicroseconds = loop.nowMicroseconds + Self.pauseMicroseconds
    // Still at it: the disk hangs.
    guard !writing.isBusy.exchange(true, ordering: .acquiring) else { return changed() }
    do throws(SystemError) {
      worker = try Worker(stackBytes: 256 << 10) { [path, writing, log, bytes = state.bytes] in
        defer { writing.isBusy.store(false, ordering: .releasing) }
        do throws(SystemError) {
          try FileReplacement.replace(path, with: bytes)
          writing.hasFailed.store(false, ordering: .relaxed)
        } catch {
          guard !writing.hasFailed.exchange(true, ordering: .relaxed) else { return }
          log.warning("what the panel shows is not kept: \(error)")
        }
      }
      written = state
    } catch {
      writing.isBusy.store(false, ordering: .releasing)
      changed()
    }
  }
}

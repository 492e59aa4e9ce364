internal import Linux

/// Opens the sequencer on a worker thread: the kernel may first load a module, and alsa-lib reads
/// its configuration files.
///
/// Releasing it does not stop the thread, which ends by itself.
final class SequencerOpening {
  typealias Opener = @Sendable () throws(MIDIError) -> any Sequencer

  /// The result of opening, used by one thread at a time: first the worker, then the loop's thread.
  private struct Outcome: @unchecked Sendable {
    var result: Result<any Sequencer, MIDIError>?
  }

  private let outcome: Mailbox<Outcome>
  private let worker: Worker

  /// Starts opening the sequencer.
  ///
  /// - Parameter opener: Called on the worker thread.
  /// - Throws: If the thread cannot be created.
  init(_ opener: @escaping Opener) throws(SystemError) {
    let outcome = try Mailbox(Outcome())
    self.outcome = outcome
    worker = try Worker(stackBytes: 512 << 10) {
      var opened = Outcome()
      do throws(MIDIError) { opened.result = .success(try opener()) } catch {
        opened.result = .failure(error)
      }
      let result = opened
      outcome.post { $0 = result }
    }
  }

  /// Readable when opening has succeeded or failed.
  var descriptor: Int32 { outcome.descriptor }

  /// Returns the result; nil if opening has not finished.
  func take() -> Result<any Sequencer, MIDIError>? {
    var taken = Outcome()
    outcome.take(into: &taken)
    return taken.result
  }
}

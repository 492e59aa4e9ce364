internal import Linux

/// Opens the sequencer on a thread: the kernel may load it first, and alsa-lib reads its files.
///
/// Releasing it leaves the thread alone, which ends by itself.
final class SequencerOpening {
  typealias Opener = @Sendable () throws(MIDIError) -> any Sequencer

  /// What was opened; used by one thread at a time: the one that opens, then that of the loop.
  private struct Outcome: @unchecked Sendable {
    var result: Result<any Sequencer, MIDIError>?
  }

  private let outcome: Mailbox<Outcome>
  private let worker: Worker

  /// Starts to open.
  ///
  /// - Parameter opener: Called on the thread.
  /// - Throws: If there can be no thread.
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

  /// Readable when it is open, or cannot be opened.
  var descriptor: Int32 { outcome.descriptor }

  /// What was opened; nil if that is not known yet.
  func take() -> Result<any Sequencer, MIDIError>? {
    var taken = Outcome()
    outcome.take(into: &taken)
    return taken.result
  }
}

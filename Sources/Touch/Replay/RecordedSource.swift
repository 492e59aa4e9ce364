public import Gesture

/// A recording as a touch source: as fast as it is asked, with the recording's own times.
public final class RecordedSource: TouchSource {
  public var onFrame: (TouchFrame) -> Void = { _ in }

  private var player: RecordingPlayer
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), changes: [])

  public init(_ recording: Recording) {
    player = recording.frames
  }

  /// Delivers the next frame; false if there is none.
  public func playNext() -> Bool {
    guard player.next(into: &frame) else { return false }
    onFrame(frame)
    return true
  }
}

@available(*, unavailable)
extension RecordedSource: Sendable {}

/// An open PCM that clicks are written to; numbers below 0 are alsa-lib's error codes.
///
/// No call waits for it to play.
protocol PCM: AnyObject {
  var format: PCMFormat { get }
  /// Makes it ready to be written to if it has played all that it had, or was suspended.
  func prepareIfStopped() -> Int
  /// The frames for which there is room.
  func room() -> Int
  /// Writes interleaved samples, with which it begins to play; returns how many frames it took.
  func write(_ samples: UnsafeBufferPointer<Int16>) -> Int
}

/// What a PCM has granted.
struct PCMFormat: Hashable, Sendable {
  /// Frames per second.
  var rate: Int
  var channelCount: Int
  var periodFrames: Int
  var bufferFrames: Int

  /// What is asked for.
  static let wantedRate: UInt32 = 48_000
  static let wantedPeriodMicroseconds: UInt32 = 2_500
  static let wantedBufferMicroseconds: UInt32 = 10_000

  /// From the write to the sound: nothing that was written waits for longer than the buffer lasts.
  var latencyMicroseconds: Int { microseconds(bufferFrames) }
  var periodMicroseconds: Int { microseconds(periodFrames) }

  private func microseconds(_ frames: Int) -> Int { rate > 0 ? frames * 1_000_000 / rate : 0 }
}

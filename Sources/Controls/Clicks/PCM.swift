/// An open PCM that plays clicks; negative results are alsa-lib's error codes.
///
/// No call waits for playback.
protocol PCM: AnyObject {
  var format: PCMFormat { get }
  /// Prepares the PCM for writing if it has played everything, or was suspended.
  func prepareIfStopped() -> Int
  /// Returns the number of frames that can be written.
  func room() -> Int
  /// Writes interleaved samples, which starts playback; returns the number of frames written.
  func write(_ samples: UnsafeBufferPointer<Int16>) -> Int
}

/// The format of an open PCM.
public struct PCMFormat: Hashable, Sendable {
  /// The sample rate in frames per second.
  var rate: Int
  var channelCount: Int
  var periodFrames: Int
  var bufferFrames: Int

  /// The requested values.
  static let wantedRate: UInt32 = 48_000
  static let wantedPeriodMicroseconds: UInt32 = 2_500
  static let wantedBufferMicroseconds: UInt32 = 10_000

  /// The maximum latency from the write to the sound: the length of the buffer.
  var latencyMicroseconds: Int { microseconds(bufferFrames) }
  var periodMicroseconds: Int { microseconds(periodFrames) }

  private func microseconds(_ frames: Int) -> Int { rate > 0 ? frames * 1_000_000 / rate : 0 }
}

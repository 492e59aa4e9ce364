internal import Glibc

/// The samples of the clicks: decaying sines, like taps on a small piece of wood.
struct ClickSamples {
  /// Interleaved samples, in the order of `Click.allCases`.
  private let samples: [[Int16]]
  private let channelCount: Int

  private struct Tone {
    var hertz: Double
    /// The time in which the amplitude decays to 1/e.
    var decaySeconds: Double
    var seconds: Double
    /// The amplitude, relative to the loudest click.
    var amplitude: Double

    init(_ click: Click) {
      switch click {
      case .detent: (hertz, decaySeconds, seconds, amplitude) = (1650, 0.0007, 0.004, 0.5)
      case .press: (hertz, decaySeconds, seconds, amplitude) = (1150, 0.0010, 0.005, 0.75)
      case .end: (hertz, decaySeconds, seconds, amplitude) = (560, 0.0016, 0.006, 1)
      }
    }
  }

  /// The peak at a volume of 100, relative to full scale: mixed with music, it does not clip at
  /// once.
  static let peak = 0.7
  /// The fade at both ends of a click, which prevents crackling.
  private static let fadeSeconds = 0.0003

  /// - Parameters:
  ///   - format: The PCM's format; no click is longer than its buffer.
  ///   - volume: The volume in percent; half of it is a quarter of the amplitude.
  init(_ format: PCMFormat, volume: Double) {
    channelCount = max(format.channelCount, 1)
    let gain = volume / 100 * volume / 100 * Self.peak * Double(Int16.max)
    samples = Click.allCases.map { click in
      Self.wave(Tone(click), format).flatMap { sample in
        Array(repeating: Int16(sample * gain), count: max(format.channelCount, 1))
      }
    }
  }

  /// Returns the number of frames of a click.
  func frameCount(of click: Click) -> Int { samples[click.rawValue].count / channelCount }

  /// Calls `body` with the interleaved samples of a click.
  func withSamples<Result>(
    of click: Click, _ body: (UnsafeBufferPointer<Int16>) -> Result
  ) -> Result {
    samples[click.rawValue].withUnsafeBufferPointer(body)
  }

  /// Returns one channel, whose largest sample is the tone's amplitude.
  private static func wave(_ tone: Tone, _ format: PCMFormat) -> [Double] {
    let rate = Double(format.rate)
    let count = min(Int(tone.seconds * rate), format.bufferFrames)
    let fade = fadeSeconds * rate
    let wave = (0..<count).map { frame in
      let seconds = Double(frame) / rate
      let edge = min(Double(min(frame, count - 1 - frame)) / fade, 1)
      return sin(2 * .pi * tone.hertz * seconds) * exp(-seconds / tone.decaySeconds)
        * (0.5 - 0.5 * cos(.pi * edge))
    }
    let largest = wave.map(abs).max() ?? 0
    return largest > 0 ? wave.map { $0 / largest * tone.amplitude } : wave
  }
}

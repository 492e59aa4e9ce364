import Testing

@testable import Controls

/// The measurable properties of the click sounds.
@Suite struct ClickSamplesTests {
  private static func samples(
    _ click: Click, _ format: PCMFormat = .fake, volume: Double = 100
  ) -> [Int16] {
    ClickSamples(format, volume: volume).withSamples(of: click) { Array($0) }
  }

  private static func largest(_ samples: [Int16]) -> Int {
    samples.map { Int($0.magnitude) }.max() ?? 0
  }

  @Test("a click is short, fades out and is equal on all channels", arguments: Click.allCases)
  func shape(_ click: Click) {
    let samples = Self.samples(click)
    #expect((4 * 48...6 * 48).contains(samples.count / 2))
    #expect(samples.first == 0 && samples.last == 0)
    for frame in 0..<samples.count / 2 { #expect(samples[2 * frame] == samples[2 * frame + 1]) }
    let rest = samples.suffix(samples.count / 4)
    #expect(Self.largest(Array(rest)) < Self.largest(samples) / 8)
  }

  @Test("a detent is the softest and highest click, an end the loudest and lowest") func order() {
    let peaks = Click.allCases.map { Self.largest(Self.samples($0)) }
    #expect(peaks == peaks.sorted())
    #expect(peaks.last == Int(ClickSamples.peak * Double(Int16.max)))
    func crossings(_ click: Click) -> Double {
      let left = Self.samples(click).enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      let count = zip(left, left.dropFirst()).filter { ($0 < 0) != ($1 < 0) }.count
      return Double(count) / Double(left.count)
    }
    #expect(crossings(.end) < crossings(.press) && crossings(.press) < crossings(.detent))
  }

  @Test("half the volume is a quarter of the amplitude; zero is silence") func volume() {
    let full = Self.largest(Self.samples(.end))
    #expect(abs(Self.largest(Self.samples(.end, volume: 50)) - full / 4) <= 1)
    #expect(Self.largest(Self.samples(.end, volume: 0)) == 0)
  }

  @Test("a click never exceeds the buffer, at any rate and channel count")
  func formats() {
    for rate in [8000, 44_100, 48_000, 192_000] {
      for channels in [1, 2, 6] {
        for buffer in [1, 64, 480, 9600] {
          let format = PCMFormat(
            rate: rate, channelCount: channels, periodFrames: 1, bufferFrames: buffer)
          let samples = Self.samples(.end, format)
          #expect(samples.count % channels == 0)
          #expect(samples.count / channels == min(rate * 6 / 1000, buffer))
          #expect(samples.last == 0)
        }
      }
    }
  }
}

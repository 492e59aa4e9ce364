import Glibc
import Testing

@testable import Controls

/// Clicks through the real alsa-lib, whose `file` plug-in records what a card would play.
@Suite struct ALSAPCMTests {
  private let path = "/tmp/knobpanel-clicks-\(getpid()).raw"

  private func contents() -> [Int16] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var samples = [Int16](repeating: 0, count: 1 << 16)
    samples.removeLast(samples.count - fread(&samples, 2, samples.count, file))
    return samples
  }

  @Test("a detent and an end play exactly the computed samples, at once and in order")
  func file() throws {
    defer { unlink(path) }
    var now: Int64 = 0
    var reports: [ClickReport] = []
    let output = ClickOutput(
      open: { (device) throws(PCMError) in try ALSAPCM(device: device) }, clock: { now },
      report: { reports.append($0) })
    let settings = ClickSettings(device: "file:FILE='\(path)',FORMAT=raw", volume: 80)
    output.apply(settings)
    output.play(.detent, requestedAt: now)
    now += 500_000
    output.play(.end, requestedAt: now)
    now += 2_000_000
    output.closeIfIdle()
    #expect(output.idleTime == nil)

    let format = PCMFormat(rate: 48_000, channelCount: 2, periodFrames: 120, bufferFrames: 480)
    #expect(reports == [.opened(device: settings.device, format)])
    let samples = ClickSamples(format, volume: 80)
    let expected = [Click.detent, .end].flatMap { click in
      samples.withSamples(of: click) { Array($0) }
    }
    #expect(expected.contains { $0 > 10_000 })
    #expect(contents() == expected)
    // Periods of 2.5 ms, and at most 10 ms of latency.
    #expect(format.periodMicroseconds == 2_500 && format.latencyMicroseconds == 10_000)
  }

  @Test("an unknown PCM name is an error") func unknown() {
    #expect(throws: PCMError("no-such-pcm", .open, -ENOENT)) {
      _ = try ALSAPCM(device: "no-such-pcm")
    }
  }
}

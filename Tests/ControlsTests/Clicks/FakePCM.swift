@testable import Controls

/// A PCM that keeps what is written to it, and whose calls fail as they are told to.
final class FakePCM: PCM {
  let format: PCMFormat
  var samples: [Int16] = []
  var isRecording = true
  var writeCount = 0
  var prepareCount = 0
  /// The frames that there is room for; the whole buffer if nil.
  var roomLeft: Int?
  /// The results of the next calls, oldest first; afterwards all succeed.
  var prepareResults: [Int] = []
  var writeResults: [Int] = []
  var onClose: () -> Void = {}

  init(_ format: PCMFormat = .fake) {
    self.format = format
  }

  deinit { onClose() }

  func prepareIfStopped() -> Int {
    prepareCount += 1
    return prepareResults.isEmpty ? 0 : prepareResults.removeFirst()
  }

  func room() -> Int { roomLeft ?? format.bufferFrames }

  func write(_ samples: UnsafeBufferPointer<Int16>) -> Int {
    writeCount += 1
    if !writeResults.isEmpty {
      let result = writeResults.removeFirst()
      if result < 0 { return result }
    }
    if isRecording { self.samples += samples }
    return samples.count / format.channelCount
  }
}

extension PCMFormat {
  static let fake = PCMFormat(rate: 48_000, channelCount: 2, periodFrames: 120, bufferFrames: 480)
}

/// Counts PCMs, for longer than their test lives.
private final class OpenPCMs {
  var count = 0
}

/// A `ClickOutput` with PCMs that exist only here, and a clock that the test sets.
final class OutputRig {
  var now: Int64 = 1_000_000
  /// The errors of the next attempts to open it, oldest first; afterwards all succeed.
  var openErrors: [Int32] = []
  /// How long opening takes, in microseconds.
  var openingMicroseconds: Int64 = 0
  var devices: [String] = []
  /// How many PCMs are open.
  var openCount: Int { open.count }
  private let open = OpenPCMs()
  /// The one that is open.
  weak var pcm: FakePCM?
  /// What the next one grants.
  var format = PCMFormat.fake
  var reports: [ClickReport] = []
  private(set) var output: ClickOutput?

  init(_ settings: ClickSettings? = ClickSettings(device: "test", volume: 100)) {
    let output = ClickOutput(
      open: { [unowned self] (device) throws(PCMError) in try self.makePCM(device) },
      clock: { [unowned self] in self.now }, report: { [unowned self] in self.reports.append($0) })
    output.use(settings)
    self.output = output
  }

  private func makePCM(_ device: String) throws(PCMError) -> any PCM {
    devices.append(device)
    now += openingMicroseconds
    if !openErrors.isEmpty { throw PCMError(device, .open, -openErrors.removeFirst()) }
    let pcm = FakePCM(format)
    open.count += 1
    pcm.onClose = { [open] in open.count -= 1 }
    self.pcm = pcm
    return pcm
  }

  /// A click now, or one that was asked for so many microseconds ago.
  func play(_ click: Click = .detent, age: Int64 = 0) {
    output?.play(click, requestedAt: now - age)
  }

  var isClosed: Bool { output?.idleTime == nil }

  /// What was told, without the PCMs that were opened.
  func told() -> [String] {
    defer { reports.removeAll() }
    return reports.compactMap { report in
      if case .opened = report { nil } else { report.description }
    }
  }
}

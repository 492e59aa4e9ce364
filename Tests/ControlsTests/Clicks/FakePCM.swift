@testable import Controls

/// A PCM that records what is written to it and returns scripted errors.
final class FakePCM: PCM {
  let format: PCMFormat
  var samples: [Int16] = []
  var isRecording = true
  var writeCount = 0
  var prepareCount = 0
  /// The number of free frames; nil for the whole buffer.
  var roomLeft: Int?
  /// The results of the next calls, in order; later calls succeed.
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

/// The number of open PCMs, in an object that can outlive the rig.
private final class OpenPCMs {
  var count = 0
}

/// A `ClickOutput` with fake PCMs and a clock that the test sets.
final class OutputRig {
  var now: Int64 = 1_000_000
  /// The errors of the next attempts to open a PCM, in order; later attempts succeed.
  var openErrors: [Int32] = []
  /// How long opening takes, in microseconds.
  var openingMicroseconds: Int64 = 0
  var devices: [String] = []
  /// The number of open PCMs.
  var openCount: Int { open.count }
  private let open = OpenPCMs()
  /// The open PCM.
  weak var pcm: FakePCM?
  /// The format that the next PCM grants.
  var format = PCMFormat.fake
  var reports: [ClickReport] = []
  private(set) var output: ClickOutput?

  init(_ settings: ClickSettings? = ClickSettings(device: "test", volume: 100)) {
    let output = ClickOutput(
      open: { [unowned self] (device) throws(PCMError) in try self.makePCM(device) },
      clock: { [unowned self] in self.now }, report: { [unowned self] in self.reports.append($0) })
    output.apply(settings)
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

  /// Plays a click requested `age` microseconds ago.
  func play(_ click: Click = .detent, age: Int64 = 0) {
    output?.play(click, requestedAt: now - age)
  }

  var isClosed: Bool { output?.idleTime == nil }

  /// Removes all reports and returns those that are not about opening a PCM.
  func takeReports() -> [String] {
    defer { reports.removeAll() }
    return reports.compactMap { report in
      if case .opened = report { nil } else { report.description }
    }
  }
}

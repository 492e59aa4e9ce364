internal import Glibc
internal import Linux
internal import Raster

/// A working output configuration, with its framebuffers.
final class Configuration {
  /// One output configuration to try.
  struct Attempt {
    var isAtomic: Bool
    var mode: DRMMode
    var format: PixelFormat

    var description: String {
      "\(mode.name), \(isAtomic ? "atomic" : "legacy") modesetting, "
        + format.name
    }
  }

  let card: Card
  let pipeline: Pipeline
  let attempt: Attempt
  let path: any CommitPath
  let swapchain: Swapchain
  /// What is left to try if the kernel later refuses this one.
  let remaining: ArraySlice<Attempt>
  /// Whether the next commit must be a modeset.
  var needsModeset = true

  private init(
    card: Card, pipeline: Pipeline, attempt: Attempt, remaining: ArraySlice<Attempt>
  ) throws(SystemError) {
    let setting = ScanoutSetting(pipeline: pipeline, mode: attempt.mode)
    if attempt.isAtomic, let plane = pipeline.plane {
      path = try AtomicPath(card: card, setting: setting, plane: plane.id)
    } else {
      path = LegacyPath(card: card, setting: setting)
    }
    swapchain = try Swapchain(size: attempt.mode.size, format: attempt.format, on: card.device)
    self.card = card
    self.pipeline = pipeline
    self.attempt = attempt
    self.remaining = remaining
  }

  /// Returns the first attempt that the kernel accepts; logs why it refused the others.
  static func first(
    of attempts: ArraySlice<Attempt>, card: Card, pipeline: Pipeline, log: (String) -> Void
  ) throws(DisplayError) -> Configuration {
    var remaining = attempts
    var last = SystemError(call: "drmModeGetConnector", code: EOPNOTSUPP)
    while let attempt = remaining.popFirst() {
      do throws(SystemError) {
        let configuration = try Configuration(
          card: card, pipeline: pipeline, attempt: attempt, remaining: remaining)
        try configuration.path.testCommit(configuration.swapchain.backBuffer)
        return configuration
      } catch {
        last = error
        switch CommitFailure(code: error.code) {
        case .refused, .busy: log("\(attempt.description) does not work: \(error)")
        case .notMaster, .gone: throw .system(error)
        }
      }
    }
    throw .everyModeRefused(card: card.path, connector: pipeline.connector.name, last: last)
  }

  /// Returns what to try, in order: by mode, then by colour depth, then by modesetting method.
  ///
  /// Legacy follows atomic modesetting immediately: some boards refuse every atomic commit, or the
  /// first one after accepted tests.
  static func attempts(
    for pipeline: Pipeline, hasAtomic: Bool, mode request: ModeRequest?
  ) throws(DisplayError) -> [Attempt] {
    let modes = ModeChoice.order(
      pipeline.connector.modes, request: request, current: pipeline.currentMode)
    guard let modes else {
      throw .noSuchMode(
        requested: request?.description ?? "", connector: pipeline.connector.name,
        found: pipeline.connector.modes.map(\.name))
    }
    var attempts: [Attempt] = []
    for mode in modes {
      for format in pipeline.formats {
        for isAtomic in hasAtomic && pipeline.plane != nil ? [true, false] : [false] {
          attempts.append(Attempt(isAtomic: isAtomic, mode: mode, format: format))
        }
      }
    }
    return attempts
  }

  var periodMicroseconds: Int64 { attempt.mode.periodMicroseconds }

  var description: String {
    let count = swapchain.bufferCount
    return "\(pipeline.connector.name) on \(card.path) (\(card.device.driverName)), "
      + "\(attempt.description), \(count) \(count == 1 ? "buffer" : "buffers")"
  }
}

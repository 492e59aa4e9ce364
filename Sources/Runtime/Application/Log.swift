internal import Glibc
package import Logging
package import Touch
package import Program

/// A log on standard error, one line per message; warnings and errors are prefixed as such.
package func makeLog(verbose: Bool, to output: Output = .error) -> Logger {
  var log = Logger(label: "knobpanel") { _ in LineLog(output: output) }
  log.logLevel = verbose ? .debug : .notice
  return log
}

/// Writes lines in the style of the command's errors: "knobpanel: warning: …".
private struct LineLog: LogHandler {
  let output: Output
  var logLevel = Logger.Level.notice
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let prefix = event.level >= .warning ? "\(event.level): " : ""
    output.print(line: "knobpanel: \(prefix)\(event.message)")
  }
}

extension Logger {
  /// Logs that a touch device was added or removed, and warns about a suspicious configuration.
  package func report(_ event: TouchDeviceEvent, rotate: Int) {
    switch event {
    case .added(_, let device):
      info("touch device: \(device.name) (\(device.node))")
      if device.isCalibrated, rotate != 0 {
        warning(
          """
          \(device.name) has its own calibration matrix (LIBINPUT_CALIBRATION_MATRIX) and the \
          layout is rotated by \(rotate); if touches land at the wrong position, remove one of \
          the two
          """)
      }
    case .removed(_, let device): notice("touch device removed: \(device.name)")
    case .leftAlone(let device, let output):
      let why = output.map { "it belongs to \($0) (WL_OUTPUT)" } ?? "--touch does not name it"
      info("touch device ignored: \(device.name) (\(device.node)): \(why)")
    case .denied(let denied): warning("\(TouchError.denied([denied]))")
    }
  }

  /// Logs that an encoder, a wheel or keys were added or removed, or cannot be used.
  package func report(_ event: EncoderEvent) {
    switch event {
    case .added(let name, let node): info("input device: \(name) (\(node))")
    case .removed(let name):
      notice("input device removed: \(name); it is used again as soon as it is connected")
    case .trouble(let text): warning("\(text)")
    }
  }

  package func report(_ level: TouchLogLevel, _ text: String) {
    switch level {
    case .debug: debug("libinput: \(text)")
    case .information: info("libinput: \(text)")
    case .error: error("libinput: \(text)")
    }
  }
}

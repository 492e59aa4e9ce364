internal import Display
internal import Diagnostics
internal import Layout
internal import Linux
internal import Logging
internal import Panel
internal import Program

/// Brings every save of a layout file onto a running panel.
///
///     files ─▶ watch ─▶ read ─▶ the kiosk shows it, or what is wrong with it
///
/// | # | the file | what happens |
/// |---|---|---|
/// | 1 | good | shown |
/// | 2 | has mistakes, cannot be read, names what is not there | the fault is shown and logged |
/// | 3 | or one of those it names is missing, since a moment | nothing: it is being saved |
/// | 4 | or one of those is still missing | as 2 |
final class Reloader {
  private let path: String
  private let kiosk: Application
  private let watch: LayoutWatch?
  private let log: Logger
  private var alarm: Alarm?
  /// The files that make the layout, as far as is known.
  private var files: [String]

  /// Saves and deployments that take a file away for longer than this are none.
  private static let absenceMicroseconds: Int64 = 2_000_000
  private static let mostReadings = 4

  /// Follows the file at `path` and those that were read with it; with `watches` false only when
  /// told to.
  init(
    path: String, files: [String], kiosk: Application, loop: EventLoop, watches: Bool, log: Logger
  ) {
    self.path = path
    self.kiosk = kiosk
    self.log = log
    self.files = files
    watch = watches ? LayoutWatch(loop: loop) : nil
    alarm = loop.makeAlarm { [unowned self] in reload(isPatient: false) }
    watch?.onChange = { [unowned self] in reload(isPatient: true) }
    follow()
  }

  deinit {
    alarm?.cancel()
  }

  /// Reads the file and shows what it came to, whether it has changed or not.
  func reload() {
    reload(isPatient: false)
  }

  private func reload(isPatient: Bool) {
    alarm?.set(atMicroseconds: nil)
    let reading = followed()
    if isPatient, reading.isIncomplete {
      alarm?.set(atMicroseconds: MonotonicClock.microseconds + Self.absenceMicroseconds)
      return
    }
    do throws(LayoutFault) {
      let layout = try reading.result.get()
      try kiosk.show(layout)
      Files.pictures.keep(layout.files)
      log.notice("\(path): reloaded")
      if !reading.remarks.isEmpty { Output.error.print(reading.remarks) }
    } catch {
      tell(error)
    }
  }

  /// Reads the file, while it and all that it names are watched already: nothing is missed that
  /// changes while or after they are read.
  private func followed() -> LayoutReading {
    follow()
    var reading = LayoutReading(path, for: kiosk.display)
    // What it names may change from one reading to the next, but not for ever.
    for _ in 0..<Self.mostReadings where reading.files != files {
      files = reading.files
      follow()
      reading = LayoutReading(path, for: kiosk.display)
    }
    return reading
  }

  private func tell(_ fault: LayoutFault) {
    var fault = fault
    if fault.file.isEmpty { fault.file = LayoutFault.name(ofPath: path) }
    fault.tell(log)
    kiosk.show(fault)
  }

  private func follow() {
    do throws(SystemError) {
      try watch?.watch(files)
    } catch {
      log.warning("changes of the layout are not seen (\(error)); send SIGHUP after each")
    }
  }
}

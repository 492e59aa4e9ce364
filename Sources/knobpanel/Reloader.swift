internal import Display
internal import LayoutFile
internal import Linux
internal import Logging
internal import Panel

/// Brings every save of a layout file onto a running panel.
///
///     files ─▶ watch ─▶ read ─▶ the kiosk shows it, or what is wrong with it
///
/// | # | the file | what happens |
/// |---|---|---|
/// | 1 | good | shown |
/// | 2 | has mistakes, cannot be read, names what is not there | the fault is shown and logged |
/// | 3 | is missing, since a moment | nothing: it is being saved |
/// | 4 | is still missing | as 2 |
final class Reloader {
  private let path: String
  private let kiosk: Kiosk
  private let watch: LayoutWatch?
  private let log: Logger
  private var alarm: Alarm?

  /// Saves and deployments that take a file away for longer than this are none.
  private static let absenceMicroseconds: Int64 = 2_000_000

  /// Follows the file at `path`; with `watches` false only when told to.
  init(path: String, kiosk: Kiosk, loop: EventLoop, watches: Bool, log: Logger) {
    self.path = path
    self.kiosk = kiosk
    self.log = log
    watch = watches ? LayoutWatch(loop: loop) : nil
    alarm = loop.makeAlarm { [unowned self] in reload(isPatient: false) }
    watch?.onChange = { [unowned self] in reload(isPatient: true) }
    follow([path])
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
    // Watched first, so that nothing is missed that changes while it is read.
    follow([path])
    do throws(WholeFile.Failure) {
      let outcome = try Files.read(path, for: kiosk.display)
      show(outcome)
    } catch {
      if isPatient, error.isAbsence {
        alarm?.set(atMicroseconds: MonotonicClock.microseconds + Self.absenceMicroseconds)
      } else {
        fail(LayoutFault("\(error)"))
      }
    }
  }

  private func show(_ outcome: LayoutFile.Outcome) {
    if !outcome.text.isEmpty { Output.error.print(outcome.text) }
    guard let layout = outcome.layout else {
      if let fault = LayoutFault(outcome) { kiosk.show(fault) }
      return
    }
    do throws(LayoutFault) {
      try kiosk.show(layout)
      log.notice("\(path): reloaded")
    } catch {
      var fault = error
      fault.file = LayoutFault.name(ofPath: path)
      fail(fault)
    }
  }

  private func fail(_ fault: LayoutFault) {
    log.error("\(fault.location == nil ? "" : fault.place + ": ")\(fault.message)")
    kiosk.show(fault)
  }

  private func follow(_ paths: [String]) {
    do throws(SystemError) {
      try watch?.watch(paths)
    } catch {
      log.warning("changes of the layout are not seen (\(error)); send SIGHUP after each")
    }
  }
}

extension WholeFile.Failure {
  /// True if there is no such file.
  var isAbsence: Bool {
    if case .system(let error) = self { error.code == SystemError.noEntry } else { false }
  }
}

internal import Backlight
internal import Controls
internal import Glibc
internal import Linux
internal import ArgumentParsing

extension DoctorReport {
  /// Creates the report of this machine.
  ///
  /// - Parameters:
  ///   - arguments: The layout to include.
  ///   - seat: The seat whose devices are listed.
  init(_ arguments: ReportArguments, seat: String) {
    let machine = Machine.current
    let files = SystemFiles()
    let layout = arguments.layout
    var parts = [
      Part("System") { SystemReport(machine: machine, files: files).lines },
      Part("Temperature and throttling") { TemperatureReport(files: files).lines },
      Part("Seat service") { DeviceListing.service().lines },
      Part("Displays") { DisplayReport.found(seat: seat) },
      Part("Displays in the kernel's list") { DisplayReport(files: files).kernel },
      Part("Touchscreens") { InputReport.touchscreens(seat: seat) },
      Part("Input devices in udev's list") { InputReport.all() },
      Part("Backlights") {
        LightReport(options: nil).backlights.lines
          + ["monitors (DDC/CI) are not examined here; `knobpanel doctor` examines them"]
      },
      Part("Sound cards") { MixerList.read().listing.lines },
      Part("Sound cards in the kernel's list") {
        let path = "/proc/asound/cards"
        let cards = files.lines(path).map(String.init)
        return cards.isEmpty ? [files.trouble(path)] : cards
      },
      Part("Fonts") { FontReport.lines(layout: layout) },
      Part("Speed in this process") { SpeedReport(path: layout).lines() },
    ]
    if let layout { parts.append(Part("Layout") { LayoutReport(path: layout).findings() }) }
    self.init(
      heading: "knobpanel \(ProgramDescription.knobpanel.version), report of knobpanel doctor",
      parts: parts,
      privateText: PrivateText(of: machine, environment: Self.environment, files: files))
  }

  /// The variables that name a user.
  private static var environment: [String: String] {
    ["SUDO_USER", "LOGNAME", "USER"].reduce(into: [:]) { values, name in
      values[name] = getenv(name).map { String(cString: $0) }
    }
  }
}

public import Linux

/// The reason why no picture can be shown; the description says what to do about it.
public enum DisplayError: Error, Equatable, CustomStringConvertible {
  /// A connector and its state.
  public struct ConnectorReport: Hashable, Sendable {
    /// The kernel's name for it, such as `HDMI-A-1`.
    public var name: String
    /// `connected`, `disconnected` or `unknown`.
    public var status: String

    /// Creates a report of a connector's name and status.
    public init(name: String, status: String) {
      self.name = name
      self.status = status
    }
  }

  /// udev lists no graphics card for the seat.
  case noCard(seat: String)
  /// The requested card was not found.
  case noSuchCard(named: String, found: [String])
  /// The device file cannot be opened; `group` is the group that may open it.
  case permissionDenied(card: String, group: String?)
  /// The seat service did not open the device file.
  case refusedByService(card: String, SystemError)
  /// Another process is DRM master of the card; `holders` are the names and ids of the processes
  /// known to have it open.
  case busy(card: String, holders: [String])
  /// The card is render-only, or its driver has no dumb buffers.
  case cannotScanOut(card: String, driver: String)
  /// No connector has a usable screen.
  case noConnectedOutput(card: String, connectors: [ConnectorReport])
  /// The requested connector was not found.
  case noSuchConnector(named: String, found: [ConnectorReport])
  /// The connector does not have the requested mode.
  case noSuchMode(requested: String, connector: String, found: [String])
  /// The connector has no modes.
  case noModes(connector: String)
  /// The kernel refused all modes; `last` is the error for the last one.
  case everyModeRefused(card: String, connector: String, last: SystemError)
  /// A system call failed.
  case system(SystemError)

  /// The reason and the remedy, in one line.
  public var description: String {
    switch self {
    case .noCard(let seat):
      "no graphics card on \(seat): check that its kernel driver is loaded and that this machine "
        + "(or virtual machine) has graphics (`ls /dev/dri`)"
    case .noSuchCard(let name, let found):
      "no graphics card \(name): found \(Self.list(found))"
    case .permissionDenied(let card, let group):
      "no permission to open \(card): add the user to the group \(group ?? "video"), "
        + "log in again and retry"
    case .refusedByService(let card, let error):
      "the session has no access to \(card) (\(error.call): \(error.reason)): see the messages of "
        + "seatd or systemd-logind (sudo journalctl -b), or use neither (--seat-backend direct)"
    case .busy(let card, let holders) where holders.isEmpty:
      "\(card) is in use by another program: stop the desktop or compositor that uses it"
    case .busy(let card, let holders):
      "\(Self.list(holders)) \(holders.count == 1 ? "is" : "are") using "
        + "\(card); stop \(holders.count == 1 ? "it" : "them") or run as its Wayland client"
    case .cannotScanOut(let card, let driver):
      "\(card) (driver \(driver)) cannot display pictures: choose another card"
    case .noConnectedOutput(let card, let connectors):
      "no screen is connected to \(card) (\(Self.list(connectors))): check cable and power, or "
        + "force an output with the kernel parameter `video=\(Self.example(connectors)):e`"
    case .noSuchConnector(let name, let found):
      "no output \(name): found \(Self.list(found))"
    case .noSuchMode(let requested, let connector, let found):
      "\(connector) has no mode \(requested): it offers \(Self.list(found))"
    case .noModes(let connector):
      "\(connector) offers no modes: connect its screen, or force one with the kernel parameter "
        + "`video=\(connector):1280x720@60e`"
    case .everyModeRefused(let card, let connector, let last):
      "\(card) refused every mode of \(connector) (\(last)): try another cable or monitor, "
        + "or choose a smaller mode"
    case .system(let error):
      error.description
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }

  private static func list(_ connectors: [ConnectorReport]) -> String {
    list(connectors.map { "\($0.name) \($0.status)" })
  }

  private static func example(_ connectors: [ConnectorReport]) -> String {
    connectors.first?.name ?? "HDMI-A-1"
  }
}

extension DisplayError {
  /// Returns the error, of several cards' errors, that most likely concerns the intended card.
  static func mostRelevant(of errors: [DisplayError]) -> DisplayError? {
    errors.enumerated().min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }?.element
  }

  private var rank: Int {
    switch self {
    case .noSuchMode, .noModes: 0
    case .busy: 1
    case .permissionDenied, .refusedByService: 2
    case .everyModeRefused: 3
    case .noConnectedOutput: 4
    case .noSuchConnector: 5
    case .system: 6
    case .noSuchCard, .cannotScanOut, .noCard: 7
    }
  }

  /// Whether only connecting a card, a screen or a cable can resolve it, which an event announces.
  var isAnnounced: Bool {
    if case .noSuchMode = self { true } else { isTransient }
  }

  /// Whether it can be resolved without a restart: a screen is plugged in, or a driver loads late.
  var isTransient: Bool {
    switch self {
    case .noCard, .noSuchCard, .noConnectedOutput, .noSuchConnector, .noModes, .cannotScanOut: true
    default: false
    }
  }
}

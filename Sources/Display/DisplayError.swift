public import Linux

/// Why there is no display, with what to do about it.
public enum DisplayError: Error, Equatable, CustomStringConvertible {
  /// A connector as it was found: its name and what it said of itself.
  public struct ConnectorReport: Hashable, Sendable {
    public var name: String
    public var status: String

    public init(name: String, status: String) {
      self.name = name
      self.status = status
    }
  }

  case noCard(seat: String)
  case noSuchCard(named: String, found: [String])
  case permissionDenied(card: String, group: String?)
  case busy(card: String, holders: [CardHolder])
  /// A card that only computes, or whose driver has no plain scan-out memory.
  case cannotScanOut(card: String, driver: String)
  case noConnectedOutput(card: String, connectors: [ConnectorReport])
  case noSuchConnector(named: String, found: [ConnectorReport])
  case noSuchMode(asked: String, connector: String, found: [String])
  /// The connector has a screen or was asked for, but offers no picture size at all.
  case noModes(connector: String)
  case everyModeRefused(card: String, connector: String, last: SystemError)
  case system(SystemError)

  public var description: String {
    switch self {
    case .noCard(let seat):
      "no graphics card on \(seat): is its kernel driver loaded, and has this machine "
        + "(or virtual machine) graphics at all? See `ls /dev/dri`"
    case .noSuchCard(let name, let found):
      "no graphics card \(name): found \(Self.list(found))"
    case .permissionDenied(let card, let group):
      "no permission to open \(card): add the user to the group \(group ?? "video"), "
        + "log in again and retry"
    case .busy(let card, let holders) where holders.isEmpty:
      "\(card) is in use by another program: stop the desktop or compositor that shows something"
    case .busy(let card, let holders):
      "\(Self.list(holders.map(\.description))) \(holders.count == 1 ? "is" : "are") using "
        + "\(card); stop \(holders.count == 1 ? "it" : "them") or run as its Wayland client"
    case .cannotScanOut(let card, let driver):
      "\(card) (driver \(driver)) cannot show pictures: name another card"
    case .noConnectedOutput(let card, let connectors):
      "no screen is connected to \(card) (\(Self.list(connectors))): check cable and power, or "
        + "force an output with the kernel parameter `video=\(Self.example(connectors)):e`"
    case .noSuchConnector(let name, let found):
      "no output \(name): found \(Self.list(found))"
    case .noSuchMode(let asked, let connector, let found):
      "\(connector) has no mode \(asked): it offers \(Self.list(found))"
    case .noModes(let connector):
      "\(connector) offers no modes: connect its screen, or force one with the kernel parameter "
        + "`video=\(connector):1280x720@60e`"
    case .everyModeRefused(let card, let connector, let last):
      "\(card) refused every mode of \(connector) (\(last)): try another cable or monitor, "
        + "or name a smaller mode"
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

/// A process that has a card open.
public struct CardHolder: Hashable, Sendable, CustomStringConvertible {
  public var name: String
  public var processID: Int32

  public init(name: String, processID: Int32) {
    self.name = name
    self.processID = processID
  }

  public var description: String { "\(name) (pid \(processID))" }
}

extension DisplayError {
  /// Of the reasons that several cards gave, the one that a person can do most about.
  static func mostTelling(_ errors: [DisplayError]) -> DisplayError? {
    errors.enumerated().min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }?.element
  }

  private var rank: Int {
    switch self {
    case .noSuchMode, .noModes: 0
    case .busy: 1
    case .permissionDenied: 2
    case .everyModeRefused: 3
    case .noConnectedOutput: 4
    case .noSuchConnector: 5
    case .system: 6
    case .noSuchCard, .cannotScanOut, .noCard: 7
    }
  }

  /// True if plugging something in or a driver that loads late would help.
  var maySolveItself: Bool {
    switch self {
    case .noCard, .noSuchCard, .noConnectedOutput, .noSuchConnector, .noModes, .cannotScanOut: true
    default: false
    }
  }
}

internal import Glibc
internal import Linux
internal import Raster

/// The cards and outputs of this machine, with the strings to name them in options and what keeps a
/// card from being used.
public struct DisplayList: Equatable, Sendable {
  public struct CardEntry: Equatable, Sendable {
    /// What `KMSOptions.card` takes.
    public var path: String
    /// The kernel driver, nil if the card could not be opened.
    public var driver: String?
    /// Why the panel could not show on it now, and what to do; nil if it could.
    public var trouble: String?
    public var outputs: [OutputEntry]
  }

  public struct OutputEntry: Equatable, Sendable {
    /// What `KMSOptions.connector` takes.
    public var name: String
    /// `connected`, `disconnected` or `unknown`.
    public var status: String
    /// What `KMSOptions.mode` takes; the one that would be used first.
    public var modes: [String]
    /// Clockwise degrees by which pictures are turned to stand upright.
    public var orientationDegrees: Int
    /// Nil unless it can be trusted.
    public var physicalSize: PhysicalSize?
  }

  public var cards: [CardEntry]

  /// Asks all cards of the seat; screens are probed, which can take a moment.
  public static func read(seat: String = "seat0") throws(DisplayError) -> DisplayList {
    let system = try orThrow { () throws(SystemError) in try UdevCards() }
    return try read(seat: seat, from: system)
  }

  static func read(
    seat: String, from system: any CardSystem
  ) throws(DisplayError) -> DisplayList {
    let paths = try orThrow { () throws(SystemError) in try system.cards(seat: seat) }
    return DisplayList(cards: paths.map { describe($0, system) })
  }

  private static func describe(_ path: String, _ system: any CardSystem) -> CardEntry {
    let device: any DRMDevice
    do throws(SystemError) {
      device = try system.open(path)
    } catch {
      let isDenied = error.code == EACCES || error.code == EPERM
      let trouble: DisplayError =
        isDenied ? .permissionDenied(card: path, group: system.group(of: path)) : .system(error)
      return CardEntry(path: path, driver: nil, trouble: trouble.description, outputs: [])
    }
    // Whoever opens an idle card becomes its master; looking must not keep others from it.
    let isFree = device.isMaster || (try? device.setMaster()) != nil
    try? device.dropMaster()
    var trouble: DisplayError?
    do throws(DisplayError) {
      _ = try Pipeline.find(on: Card(path: path, device: device), options: KMSOptions())
      if !isFree { trouble = .busy(card: path, holders: system.holders(of: path)) }
    } catch {
      trouble = error
    }
    return CardEntry(
      path: path, driver: device.driverName, trouble: trouble?.description,
      outputs: outputs(of: device))
  }

  private static func outputs(of device: any DRMDevice) -> [OutputEntry] {
    guard let resources = try? device.resources() else { return [] }
    return resources.connectors.compactMap { id in
      guard let connector = try? device.connector(id, probing: false) else { return nil }
      let table = try? PropertyTable(of: id, kind: .connector, on: device)
      let orientation = try? table?.valueName("panel orientation", on: device)
      let modes =
        ModeChoice.order(connector.modes, request: nil, current: nil) ?? connector.modes
      return OutputEntry(
        name: connector.name, status: connector.status.rawValue, modes: unique(modes.map(\.name)),
        orientationDegrees: PanelOrientation.rotation(panelOrientation: orientation).rawValue,
        physicalSize: modes.first.flatMap {
          PanelOrientation.physicalSize(of: connector, mode: $0)
        })
    }
  }

  /// Screens list timings that differ in ways which no option tells apart.
  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}

internal import Glibc
internal import Linux
internal import Raster

/// The cards and outputs of this machine, with their names in options and the reason why a card
/// cannot be used.
public struct DisplayList: Equatable, Sendable {
  /// One graphics card.
  public struct CardEntry: Equatable, Sendable {
    /// The value for `KMSOptions.card`.
    public var path: String
    /// The kernel driver; nil if the card could not be opened.
    public var driver: String?
    /// Why the panel cannot use it now, and what to do; nil if it can.
    public var trouble: String?
    /// Whether it has dumb buffers, which the panel draws into; false if it could not be opened.
    public var hasDumbBuffers = false
    /// Whether it has atomic modesetting; false if it could not be opened.
    public var hasAtomic = false
    /// The pixel formats of its primary planes, as four-character codes (`drm_fourcc.h`).
    public var formats: [String] = []
    /// Its connectors, in the kernel's order.
    public var outputs: [OutputEntry]
  }

  /// One connector of a card.
  public struct OutputEntry: Equatable, Sendable {
    /// The value for `KMSOptions.connector`.
    public var name: String
    /// `connected`, `disconnected` or `unknown`.
    public var status: String
    /// The values for `KMSOptions.mode`, in the order in which they are tried.
    public var modes: [String]
    /// The clockwise rotation that makes pictures upright.
    public var orientationDegrees: Int
    /// The value of the property "panel orientation"; nil without it.
    public var panelOrientation: String?
    /// Nil if unknown or implausible.
    public var physicalSize: PhysicalSize?
  }

  /// The cards of the seat, in the kernel's order.
  public var cards: [CardEntry]

  /// Reads all cards of a seat; screens are probed, which can take a tenth of a second each.
  ///
  /// - Throws: `DisplayError.system` if udev cannot be queried.
  public static func read(seat: String = "seat0") throws(DisplayError) -> DisplayList {
    let system = try orThrow { () throws(SystemError) in try UdevCards(access: .direct) }
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
    // Opening an idle card makes this process DRM master, which would keep others from using it.
    let isFree = device.isMaster || (try? device.setMaster()) != nil
    try? device.dropMaster()
    let card = Card(path: path, device: device)
    var trouble: DisplayError?
    do throws(DisplayError) {
      _ = try Pipeline.find(on: card, options: KMSOptions())
      if !isFree { trouble = .busy(card: path, holders: system.holders(of: path)) }
    } catch {
      trouble = error
    }
    return CardEntry(
      path: path, driver: device.driverName, trouble: trouble?.description,
      hasDumbBuffers: device.hasDumbBuffers, hasAtomic: card.hasAtomic,
      formats: formats(of: device), outputs: outputs(of: device))
  }

  private static func formats(of device: any DRMDevice) -> [String] {
    var codes: [UInt32] = []
    for id in (try? device.planeIDs()) ?? [] {
      guard let plane = try? device.plane(id),
        let table = try? PropertyTable(of: id, kind: .plane, on: device),
        (try? table.valueName("type", on: device)) == "Primary"
      else { continue }
      codes += plane.formats.filter { !codes.contains($0) }
    }
    return codes.map { code in
      String(
        decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }, as: UTF8.self)
    }
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
        panelOrientation: orientation,
        physicalSize: modes.first.flatMap(connector.physicalSize))
    }
  }

  /// Removes duplicates: screens list timings with equal names, which no option can distinguish.
  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}

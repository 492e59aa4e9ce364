internal import Linux
internal import Raster

/// The objects that show a picture: plane → CRTC → connector.
struct Pipeline {
  var connector: DRMConnector
  var crtc: UInt32
  /// Nil if the driver has no universal planes; then the CRTC takes framebuffers itself.
  var plane: DRMPlane?
  var orientation: Rotation
  /// The CRTC's mode when the pipeline was found.
  var currentMode: DRMMode?

  /// The formats to try, in order.
  var formats: [PixelFormat] {
    guard let plane else { return PixelFormat.allCases }
    return PixelFormat.allCases.filter { plane.formats.contains($0.rawValue) }
  }

  /// The first connector with a screen that can be reached, or the one that was asked for.
  static func find(on card: Card, options: KMSOptions) throws(DisplayError) -> Pipeline {
    try PipelineFinder(card: card).find(named: options.connector)
  }
}

/// Searches the objects of one card.
private struct PipelineFinder {
  let card: Card
  let resources: DRMResources
  var device: any DRMDevice { card.device }

  init(card: Card) throws(DisplayError) {
    self.card = card
    var resources = DRMResources()
    do throws(SystemError) {
      resources = try card.device.resources()
    } catch {
      // A card that only renders refuses this call; other errors may end.
      guard CommitFailure(code: error.code) == .refused else { throw .system(error) }
    }
    self.resources = resources
    guard !resources.crtcs.isEmpty, !resources.connectors.isEmpty, card.device.hasDumbBuffers
    else { throw .cannotScanOut(card: card.path, driver: card.device.driverName) }
  }

  func find(named name: String?) throws(DisplayError) -> Pipeline {
    let connectors = try orThrow { () throws(SystemError) in try self.connectors() }
    let reports = connectors.map {
      DisplayError.ConnectorReport(name: $0.name, status: $0.status.rawValue)
    }
    if let name {
      guard let asked = connectors.first(where: { $0.name == name }) else {
        throw .noSuchConnector(named: name, found: reports)
      }
      guard !asked.modes.isEmpty else { throw .noModes(connector: name) }
    }
    // Connected ones before those whose state is unknown.
    let candidates =
      name.map { name in connectors.filter { $0.name == name } }
      ?? (connectors.filter { $0.status == .connected }
        + connectors.filter { $0.status == .unknown })
    for connector in candidates where !connector.modes.isEmpty {
      let found = try orThrow { () throws(SystemError) -> Pipeline? in
        if name == nil, try isHeadset(connector) { return nil }
        return try pipeline(for: connector)
      }
      if let found { return found }
    }
    throw .noConnectedOutput(card: card.path, connectors: reports)
  }

  private func connectors() throws(SystemError) -> [DRMConnector] {
    var result: [DRMConnector] = []
    for id in resources.connectors { result.append(try device.connector(id, probing: true)) }
    return result
  }

  /// Whether it is a head-mounted display ("non-desktop"), which a panel does not use.
  private func isHeadset(_ connector: DRMConnector) throws(SystemError) -> Bool {
    try PropertyTable(of: connector.id, kind: .connector, on: device).value("non-desktop") == 1
  }

  private func pipeline(for connector: DRMConnector) throws(SystemError) -> Pipeline? {
    let planes = try planeIDs()
    for (index, crtc) in try crtcs(for: connector) {
      let plane = try primaryPlane(forCRTC: crtc, index: index, among: planes)
      guard plane != nil || planes.isEmpty else { continue }
      let table = try PropertyTable(of: connector.id, kind: .connector, on: device)
      return Pipeline(
        connector: connector, crtc: crtc, plane: plane,
        orientation: PanelOrientation.rotation(
          panelOrientation: try table.valueName("panel orientation", on: device)),
        currentMode: try device.crtc(crtc).mode)
    }
    return nil
  }

  /// All planes; without universal planes there is no need to know them.
  private func planeIDs() throws(SystemError) -> [UInt32] {
    do throws(SystemError) {
      return try device.planeIDs()
    } catch {
      // A passing failure is not to end in legacy modesetting, where it does not belong.
      guard !card.hasUniversalPlanes else { throw error }
      return []
    }
  }

  /// The CRTCs that can drive a connector: the current one, then idle ones, then the rest.
  private func crtcs(for connector: DRMConnector) throws(SystemError) -> [(index: Int, id: UInt32)]
  {
    var current: UInt32 = 0
    var possible: UInt32 = 0
    for id in connector.encoders {
      let encoder = try device.encoder(id)
      possible |= encoder.possibleCRTCs
      if id == connector.encoder { current = encoder.crtc }
    }
    let reachable = resources.crtcs.enumerated().filter { index, _ in
      index < 32 && possible & (1 << UInt32(index)) != 0
    }
    var ranked: [(rank: Int, index: Int, id: UInt32)] = []
    for (index, id) in reachable {
      let isIdle = try device.crtc(id).mode == nil
      ranked.append((id == current ? 0 : isIdle ? 1 : 2, index, id))
    }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { ($0.index, $0.id) }
  }

  /// A primary plane that the CRTC can show in one of our formats; one that it shows already is
  /// preferred.
  private func primaryPlane(
    forCRTC crtc: UInt32, index: Int, among ids: [UInt32]
  ) throws(SystemError) -> DRMPlane? {
    var spare: DRMPlane?
    for id in ids {
      let plane = try device.plane(id)
      guard plane.possibleCRTCs & (1 << UInt32(index)) != 0,
        PixelFormat.allCases.contains(where: { plane.formats.contains($0.rawValue) })
      else { continue }
      let table = try PropertyTable(of: id, kind: .plane, on: device)
      guard try table.valueName("type", on: device) == "Primary" else { continue }
      if plane.crtc == crtc { return plane }
      if plane.crtc == 0, spare == nil { spare = plane }
    }
    return spare
  }
}

/// Rethrows the error of a system call as a `DisplayError`.
func orThrow<Result>(
  _ body: () throws(SystemError) -> Result
) throws(DisplayError) -> Result {
  do {
    return try body()
  } catch {
    throw .system(error)
  }
}

internal import Linux
internal import Raster

/// The KMS objects that show a picture: plane → CRTC → connector.
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

  /// Returns a pipeline to the requested connector, or to the first usable one with a screen.
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
      // A render-only card refuses this call; other errors may be temporary.
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
      guard let requested = connectors.first(where: { $0.name == name }) else {
        throw .noSuchConnector(named: name, found: reports)
      }
      guard !requested.modes.isEmpty else { throw .noModes(connector: name) }
    }
    // Connected connectors first, then those whose state is unknown.
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

  /// Returns whether it is a head-mounted display ("non-desktop"), which is not used.
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

  /// Returns all planes; empty on failure without universal planes, where none is needed.
  private func planeIDs() throws(SystemError) -> [UInt32] {
    do throws(SystemError) {
      return try device.planeIDs()
    } catch {
      // A temporary failure must not cause a fallback to legacy modesetting.
      guard !card.hasUniversalPlanes else { throw error }
      return []
    }
  }

  /// Returns the CRTCs that can drive a connector: the current one, then idle ones, then the rest.
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

  /// Returns a primary plane that the CRTC can show in a supported format, preferably the one that
  /// it already shows.
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

/// Rethrows a system error as a `DisplayError`.
func orThrow<Result>(
  _ body: () throws(SystemError) -> Result
) throws(DisplayError) -> Result {
  do {
    return try body()
  } catch {
    throw .system(error)
  }
}

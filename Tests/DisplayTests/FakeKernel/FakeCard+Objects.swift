import CLibdrm
import Glibc
import Linux
import Raster

@testable import Display

/// The objects of a card.
extension FakeCard {
  /// Property ids are the same for all objects: 1000 plus the index here.
  static let propertyNames = [
    "CRTC_ID", "link-status", "panel orientation", "non-desktop", "MODE_ID", "ACTIVE", "GAMMA_LUT",
    "type", "FB_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
    "rotation", "FB_DAMAGE_CLIPS", "DEGAMMA_LUT", "CTM", "VRR_ENABLED", "alpha", "Colorspace",
    "HDR_OUTPUT_METADATA",
  ]
  static let blobNames: Set = [
    "MODE_ID", "GAMMA_LUT", "DEGAMMA_LUT", "CTM", "HDR_OUTPUT_METADATA", "FB_DAMAGE_CLIPS",
  ]
  static let planeTypes: [(value: UInt64, name: String)] = [
    (0, "Overlay"), (1, "Primary"), (2, "Cursor"),
  ]
  /// Not ordered by value, as some drivers list them.
  static let orientations: [(value: UInt64, name: String)] = [
    (2, "Left Side Up"), (0, "Normal"), (3, "Right Side Up"), (1, "Upside Down"),
  ]

  /// One connector with a 64 × 48 screen, an encoder, and two CRTCs with a primary plane each; the
  /// first CRTC shows a text console.
  static func ordinary(connector name: String = "HDMI-A-1") throws -> FakeCard {
    let card = try FakeCard()
    card.crtcs = [40, 41]
    card.add(
      DRMConnector(
        id: 20, name: name, status: .connected,
        modes: [.make(64, 48, preferred: true), .make(32, 24), .make(64, 48, hertz: 30)],
        widthMillimetres: 160, heightMillimetres: 120, encoders: [30], encoder: 30))
    card.encoders = [DRMEncoder(id: 30, crtc: 40, possibleCRTCs: 0b11)]
    card.addCRTC(40)
    card.addCRTC(41)
    card.addPlane(50, type: 1, possibleCRTCs: 0b01)
    card.addPlane(51, type: 1, possibleCRTCs: 0b10)
    card.addPlane(52, type: 2, possibleCRTCs: 0b11)
    card.showConsole(connector: 20, crtc: 40, plane: 50)
    return card
  }

  func add(_ connector: DRMConnector, properties: [String: UInt64] = [:]) {
    connectors.append(connector)
    objects[connector.id] = FakeObject(
      name: connector.name, kind: .connector,
      values: ["CRTC_ID": 0, "link-status": 0, "Colorspace": 0, "HDR_OUTPUT_METADATA": 0]
        .merging(properties) { $1 })
  }

  func addCRTC(_ id: UInt32) {
    objects[id] = FakeObject(
      name: "crtc\(id)", kind: .crtc,
      values: [
        "MODE_ID": 0, "ACTIVE": 0, "GAMMA_LUT": 0, "DEGAMMA_LUT": 0, "CTM": 0, "VRR_ENABLED": 0,
      ])
  }

  func addPlane(
    _ id: UInt32, type: UInt64, possibleCRTCs: UInt32,
    formats: [UInt32] = PixelFormat.allCases.map(\.rawValue), hasClips: Bool = true
  ) {
    planes.append(DRMPlane(id: id, possibleCRTCs: possibleCRTCs, formats: formats))
    var values: [String: UInt64] = [
      "type": type, "FB_ID": 0, "CRTC_ID": 0, "rotation": 1, "alpha": 0xFFFF,
    ]
    for name in ["SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"] {
      values[name] = 0
    }
    if hasClips { values["FB_DAMAGE_CLIPS"] = 0 }
    objects[id] = FakeObject(name: "plane\(id)", kind: .plane, values: values)
  }

  /// Shows what another program left on the screen.
  func showConsole(connector: UInt32, crtc: UInt32, plane: UInt32) {
    let mode = DRMMode.make(64, 48).withBytes { Array($0) }
    let blob = newID()
    blobs[blob] = mode
    objects[connector]?.values["CRTC_ID"] = UInt64(crtc)
    objects[crtc]?.values["MODE_ID"] = UInt64(blob)
    objects[crtc]?.values["ACTIVE"] = 1
    objects[plane]?.values["CRTC_ID"] = UInt64(crtc)
    objects[plane]?.values["FB_ID"] = UInt64(Self.foreignFramebuffer)
  }

  /// Sets a blob of a program that has ended; the blob exists as long as it is in use.
  func leave(_ bytes: [UInt8], in object: UInt32, _ property: String) {
    let blob = newID()
    blobs[blob] = bytes
    self[object, property] = UInt64(blob)
    destroyedBlobs.insert(blob)
  }

  /// Turns the screen off.
  func darken(connector: UInt32, crtc: UInt32, plane: UInt32) {
    for (object, property) in [
      (connector, "CRTC_ID"), (crtc, "MODE_ID"), (crtc, "ACTIVE"), (plane, "CRTC_ID"),
      (plane, "FB_ID"),
    ] {
      self[object, property] = 0
    }
  }

  subscript(object: UInt32, property: String) -> UInt64? {
    get { objects[object]?.values[property] }
    set { objects[object]?.values[property] = newValue }
  }

  /// The framebuffer that a CRTC shows, or nil if it is off.
  func framebuffer(onCRTC crtc: UInt32) -> UInt32? {
    guard self[crtc, "ACTIVE"] == 1 else { return nil }
    return planes.map(\.id).first {
      self[$0, "CRTC_ID"] == UInt64(crtc) && self[$0, "type"] == 1
    }.flatMap { self[$0, "FB_ID"].map(UInt32.init(truncatingIfNeeded:)) }
  }

  // MARK: DRMDevice

  func resources() throws(SystemError) -> DRMResources {
    try enter("resources")
    return DRMResources(
      crtcs: crtcs, connectors: connectors.map(\.id), framebuffers: framebuffers.keys.sorted())
  }

  func connector(_ id: UInt32, probing: Bool) throws(SystemError) -> DRMConnector {
    try enter("connector")
    return try found(connectors.first { $0.id == id })
  }

  func encoder(_ id: UInt32) throws(SystemError) -> DRMEncoder {
    try found(encoders.first { $0.id == id })
  }

  func crtc(_ id: UInt32) throws(SystemError) -> DRMCRTC {
    guard let blob = self[id, "MODE_ID"] else { throw SystemError(call: "crtc", code: ENOENT) }
    let mode = blobs[UInt32(blob)].flatMap(DRMMode.init(blob:))
    return DRMCRTC(id: id, framebuffer: framebuffer(onCRTC: id) ?? 0, mode: mode)
  }

  func planeIDs() throws(SystemError) -> [UInt32] {
    try enter("planeIDs")
    // Without this capability, clients see only overlay planes.
    return planes.map(\.id).filter { enabled.contains(.universalPlanes) || self[$0, "type"] == 0 }
  }

  func plane(_ id: UInt32) throws(SystemError) -> DRMPlane {
    var plane = try found(planes.first { $0.id == id })
    plane.crtc = UInt32(self[id, "CRTC_ID"] ?? 0)
    plane.framebuffer = UInt32(self[id, "FB_ID"] ?? 0)
    return plane
  }

  func propertyValues(
    of object: UInt32, kind: DRMObjectKind
  ) throws(SystemError) -> [DRMPropertyValue] {
    try enter("propertyValues")
    let object = try found(objects[object])
    guard object.kind == kind else { throw SystemError(call: "propertyValues", code: ENOENT) }
    let forAll = ["type", "rotation", "link-status", "panel orientation", "non-desktop"]
    return Self.propertyNames.enumerated().compactMap { index, name in
      guard enabled.contains(.atomic) || forAll.contains(name) else { return nil }
      return object.values[name].map { DRMPropertyValue(property: 1000 + UInt32(index), value: $0) }
    }
  }

  func property(_ id: UInt32) throws(SystemError) -> DRMProperty {
    guard (1000..<1000 + UInt32(Self.propertyNames.count)).contains(id) else {
      throw SystemError(call: "property", code: ENOENT)
    }
    let name = Self.propertyNames[Int(id) - 1000]
    switch name {
    case "type": return DRMProperty(name: name, names: Self.planeTypes)
    case "panel orientation": return DRMProperty(name: name, names: Self.orientations)
    default: return DRMProperty(name: name, isBlob: Self.blobNames.contains(name))
    }
  }

  private func found<Value>(_ value: Value?) throws(SystemError) -> Value {
    guard let value else { throw SystemError(call: "find", code: ENOENT) }
    return value
  }
}

extension DRMMode {
  static func make(_ width: UInt16, _ height: UInt16, hertz: UInt32 = 60, preferred: Bool = false)
    -> DRMMode
  {
    var info = drmModeModeInfo()
    info.hdisplay = width
    info.htotal = width + 16
    info.vdisplay = height
    info.vtotal = height + 12
    info.clock = UInt32(width + 16) * UInt32(height + 12) * hertz / 1000
    info.vrefresh = hertz
    if preferred { info.type = UInt32(DRM_MODE_TYPE_PREFERRED) }
    return DRMMode(info: info)
  }
}

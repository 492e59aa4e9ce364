internal import CLibdrm
internal import Linux

/// Reads a card's objects and their properties.
extension LinuxDRMDevice {
  func resources() throws(SystemError) -> DRMResources {
    let list = try object("drmModeGetResources") { drmModeGetResources(descriptor) }
    defer { drmModeFreeResources(list) }
    return DRMResources(
      crtcs: array(list.pointee.crtcs, list.pointee.count_crtcs),
      connectors: array(list.pointee.connectors, list.pointee.count_connectors),
      framebuffers: array(list.pointee.fbs, list.pointee.count_fbs))
  }

  func connector(_ id: UInt32, probing: Bool) throws(SystemError) -> DRMConnector {
    let connector = try object("drmModeGetConnector") {
      probing ? drmModeGetConnector(descriptor, id) : drmModeGetConnectorCurrent(descriptor, id)
    }
    defer { drmModeFreeConnector(connector) }
    let found = connector.pointee
    let type = drmModeGetConnectorTypeName(found.connector_type).map { String(cString: $0) }
    let status: DRMConnector.Status =
      switch found.connection {
      case DRM_MODE_CONNECTED: .connected
      case DRM_MODE_DISCONNECTED: .disconnected
      default: .unknown
      }
    return DRMConnector(
      id: id, name: "\(type ?? "Unknown")-\(found.connector_type_id)", status: status,
      modes: array(found.modes, found.count_modes).map(DRMMode.init(info:)),
      widthMillimetres: Int(found.mmWidth), heightMillimetres: Int(found.mmHeight),
      encoders: array(found.encoders, found.count_encoders), encoder: found.encoder_id)
  }

  func encoder(_ id: UInt32) throws(SystemError) -> DRMEncoder {
    let encoder = try object("drmModeGetEncoder") { drmModeGetEncoder(descriptor, id) }
    defer { drmModeFreeEncoder(encoder) }
    return DRMEncoder(
      id: id, crtc: encoder.pointee.crtc_id, possibleCRTCs: encoder.pointee.possible_crtcs)
  }

  func crtc(_ id: UInt32) throws(SystemError) -> DRMCRTC {
    let crtc = try object("drmModeGetCrtc") { drmModeGetCrtc(descriptor, id) }
    defer { drmModeFreeCrtc(crtc) }
    return DRMCRTC(
      id: id, framebuffer: crtc.pointee.buffer_id, x: crtc.pointee.x, y: crtc.pointee.y,
      mode: crtc.pointee.mode_valid != 0 ? DRMMode(info: crtc.pointee.mode) : nil)
  }

  func planeIDs() throws(SystemError) -> [UInt32] {
    let list = try object("drmModeGetPlaneResources") { drmModeGetPlaneResources(descriptor) }
    defer { drmModeFreePlaneResources(list) }
    return array(list.pointee.planes, Int32(clamping: list.pointee.count_planes))
  }

  func plane(_ id: UInt32) throws(SystemError) -> DRMPlane {
    let plane = try object("drmModeGetPlane") { drmModeGetPlane(descriptor, id) }
    defer { drmModeFreePlane(plane) }
    return DRMPlane(
      id: id, crtc: plane.pointee.crtc_id, framebuffer: plane.pointee.fb_id,
      possibleCRTCs: plane.pointee.possible_crtcs,
      formats: array(plane.pointee.formats, Int32(clamping: plane.pointee.count_formats)))
  }

  func propertyValues(
    of object: UInt32, kind: DRMObjectKind
  ) throws(SystemError) -> [DRMPropertyValue] {
    let list = try self.object("drmModeObjectGetProperties") {
      drmModeObjectGetProperties(descriptor, object, kind.rawValue)
    }
    defer { drmModeFreeObjectProperties(list) }
    let count = Int32(clamping: list.pointee.count_props)
    return zip(array(list.pointee.props, count), array(list.pointee.prop_values, count)).map {
      DRMPropertyValue(property: $0, value: $1)
    }
  }

  func property(_ id: UInt32) throws(SystemError) -> DRMProperty {
    let property = try object("drmModeGetProperty") { drmModeGetProperty(descriptor, id) }
    defer { drmModeFreeProperty(property) }
    return DRMProperty(
      name: text(property.pointee.name),
      isBlob: property.pointee.flags & UInt32(DRM_MODE_PROP_BLOB) != 0,
      names: array(property.pointee.enums, property.pointee.count_enums).map {
        ($0.value, text($0.name))
      })
  }

  func setProperty(
    _ property: UInt32, of object: UInt32, kind: DRMObjectKind, to value: UInt64
  ) throws(SystemError) {
    try call("drmModeObjectSetProperty") {
      drmModeObjectSetProperty(descriptor, object, kind.rawValue, property, value)
    }
  }

  func blob(_ id: UInt32) throws(SystemError) -> [UInt8] {
    let blob = try object("drmModeGetPropertyBlob") { drmModeGetPropertyBlob(descriptor, id) }
    defer { drmModeFreePropertyBlob(blob) }
    return Array(
      UnsafeRawBufferPointer(start: blob.pointee.data, count: Int(blob.pointee.length)))
  }

  /// Makes a libdrm call, which returns null on failure, with the reason in `errno`.
  private func object<Object>(
    _ name: String, _ body: () -> UnsafeMutablePointer<Object>?
  ) throws(SystemError) -> UnsafeMutablePointer<Object> {
    var found: UnsafeMutablePointer<Object>?
    try check(name) {
      found = body()
      return found == nil ? -1 : Int32(0)
    }
    guard let found else { preconditionFailure("check throws when there is no object") }
    return found
  }

  private func array<Element>(
    _ start: UnsafeMutablePointer<Element>?, _ count: Int32
  ) -> [Element] {
    Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(max(count, 0))))
  }

  /// Returns the text in a C array of characters, which need not be null-terminated.
  private func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

import Glibc
import Linux
import Raster

@testable import Display

/// Changes to what is shown, by atomic commits and legacy calls.
extension FakeCard {
  func commit(
    _ request: AtomicRequest, flags: AtomicFlags, userData: UInt64
  ) throws(SystemError) {
    let name =
      flags.contains(.testOnly) ? "test" : flags.contains(.allowModeset) ? "modeset" : "flip"
    try enterAsMaster(name)
    guard enabled.contains(.atomic) else { throw SystemError(call: name, code: EOPNOTSUPP) }
    let description = "\(name): \(describe(request))"
    var after = objects
    for assignment in request.assignments {
      let index = Int(assignment.property) - 1000
      guard Self.propertyNames.indices.contains(index),
        after[assignment.object]?.values[Self.propertyNames[index]] != nil
      else { throw SystemError(call: name, subject: description, code: ENOENT) }
      after[assignment.object]?.values[Self.propertyNames[index]] = assignment.value
    }
    try validate(after, flags: flags, name)
    if refuses(description) { throw SystemError(call: name, code: EINVAL) }
    guard !flags.contains(.testOnly) else { return }
    journal.append(description)
    if flags.contains(.event) {
      // This project never uses a blocking commit with an event.
      guard flags.contains(.nonBlocking) else { throw SystemError(call: name, code: EINVAL) }
      let framebuffer = request.assignments.first { $0.property == Self.id("FB_ID") }?.value
      try startFlip(to: UInt32(framebuffer ?? 0), userData: userData)
    } else {
      // Waits for the flip in flight.
      flip = nil
    }
    let isLit = crtcs.contains { self[$0, "ACTIVE"] == 0 && after[$0]?.values["ACTIVE"] == 1 }
    if isLit, clearsMemoryWhenLit { try clearMemory() }
    objects = after
    for plane in planes where objects[plane.id]?.values["FB_DAMAGE_CLIPS"] != nil {
      self[plane.id, "FB_DAMAGE_CLIPS"] = 0
    }
    forgetUnusedBlobs()
  }

  static func id(_ property: String) -> UInt32 {
    1000 + UInt32(propertyNames.firstIndex(of: property) ?? 999)
  }

  /// The rules of `drm_atomic_check_only` that matter here.
  private func validate(
    _ after: [UInt32: FakeObject], flags: AtomicFlags, _ name: String
  ) throws(SystemError) {
    let refused = SystemError(call: name, code: EINVAL)
    for (id, object) in after {
      let value = { (property: String) in object.values[property] ?? 0 }
      for blob in Self.blobNames.map(value) where blob != 0 && blobs[UInt32(blob)] == nil {
        throw refused
      }
      switch object.kind {
      case .plane:
        guard object.values["rotation"].map({ $0 & rotations == $0 }) ?? true else { throw refused }
        let hasFramebuffer = value("FB_ID") != 0
        guard hasFramebuffer == (value("CRTC_ID") != 0) else { throw refused }
        let framebuffer = UInt32(value("FB_ID"))
        guard
          !hasFramebuffer || framebuffer == Self.foreignFramebuffer
            || framebuffers[framebuffer] != nil
        else { throw SystemError(call: name, code: ENOENT) }
      case .crtc:
        let isActive = value("ACTIVE") == 1
        let isConnected = after.values.contains {
          $0.kind == .connector && $0.values["CRTC_ID"] == UInt64(id)
        }
        guard isActive == isConnected, isActive == (value("MODE_ID") != 0) else { throw refused }
        guard !isActive || blobs[UInt32(value("MODE_ID"))] != nil else { throw refused }
        let before = objects[id]?.values ?? [:]
        let isModeset = before["MODE_ID"] != value("MODE_ID") || before["ACTIVE"] != value("ACTIVE")
        guard !isModeset || flags.contains(.allowModeset) else { throw refused }
      case .connector:
        break
      }
    }
  }

  /// Describes a request with object names and values, for readable tests.
  private func describe(_ request: AtomicRequest) -> String {
    request.assignments.map { assignment in
      let object = objects[assignment.object]?.name ?? "\(assignment.object)"
      let property = Self.propertyNames[Int(assignment.property) - 1000]
      return "\(object).\(property)=\(describe(property, assignment.value))"
    }.joined(separator: " ")
  }

  private func describe(_ property: String, _ value: UInt64) -> String {
    switch property {
    case "MODE_ID":
      return blobs[UInt32(value)].flatMap(DRMMode.init(blob:))?.name ?? "\(value)"
    case "FB_ID":
      return value == 0 ? "0" : value == Self.foreignFramebuffer ? "console" : "ours"
    case "FB_DAMAGE_CLIPS":
      return (blobs[UInt32(value)] ?? []).withUnsafeBytes {
        "\(Array($0.bindMemory(to: Int32.self)))"
      }
    default:
      return "\(value)"
    }
  }

  // MARK: Without atomic commits

  func setCRTC(_ setting: DRMCRTC, connectors ids: [UInt32]) throws(SystemError) {
    try enterAsMaster("setCRTC")
    let known =
      setting.framebuffer == 0 || setting.framebuffer == Self.foreignFramebuffer
      || framebuffers[setting.framebuffer] != nil
    guard known, ids.isEmpty == (setting.mode == nil) else {
      throw SystemError(call: "setCRTC", code: ENOENT)
    }
    let picture =
      setting.framebuffer == Self.foreignFramebuffer
      ? "console" : setting.framebuffer == 0 ? "nothing" : "ours"
    journal.append(
      "set crtc\(setting.id): \(setting.mode?.name ?? "off") \(picture) on \(ids)")
    flip = nil
    for connector in connectors.map(\.id) where self[connector, "CRTC_ID"] == UInt64(setting.id) {
      self[connector, "CRTC_ID"] = 0
    }
    for connector in ids { self[connector, "CRTC_ID"] = UInt64(setting.id) }
    var blob: UInt32 = 0
    if let mode = setting.mode {
      blob = newID()
      blobs[blob] = mode.withBytes { Array($0) }
    }
    self[setting.id, "MODE_ID"] = UInt64(blob)
    forgetUnusedBlobs()
    self[setting.id, "ACTIVE"] = setting.mode == nil ? 0 : 1
    show(setting.framebuffer, onCRTC: setting.id)
  }

  func flip(crtc: UInt32, to framebuffer: UInt32, userData: UInt64) throws(SystemError) {
    try enterAsMaster("pageFlip")
    try startFlip(to: framebuffer, userData: userData)
    journal.append("page flip crtc\(crtc)")
    show(framebuffer, onCRTC: crtc)
  }

  private func show(_ framebuffer: UInt32, onCRTC crtc: UInt32) {
    guard let index = crtcs.firstIndex(of: crtc),
      let plane = planes.first(where: {
        self[$0.id, "type"] == 1 && $0.possibleCRTCs & (1 << UInt32(index)) != 0
      })
    else { return }
    self[plane.id, "FB_ID"] = UInt64(framebuffer)
    self[plane.id, "CRTC_ID"] = framebuffer == 0 ? 0 : UInt64(crtc)
  }

  func setProperty(
    _ property: UInt32, of object: UInt32, kind: DRMObjectKind, to value: UInt64
  ) throws(SystemError) {
    try enterAsMaster("setProperty")
    let name = Self.propertyNames[Int(property) - 1000]
    guard objects[object]?.kind == kind, self[object, name] != nil else {
      throw SystemError(call: "setProperty", code: ENOENT)
    }
    guard name != "rotation" || value & rotations == value else {
      throw SystemError(call: "setProperty", code: EINVAL)
    }
    journal.append("set \(objects[object]?.name ?? "").\(name)=\(value)")
    self[object, name] = value
  }

  func disablePlane(_ id: UInt32) throws(SystemError) {
    try enterAsMaster("disablePlane")
    // Drivers with atomic modesetting refuse it for the primary plane of an active CRTC.
    guard self[id, "type"] != 1 else { throw SystemError(call: "disablePlane", code: EINVAL) }
    journal.append("plane\(id) off")
    self[id, "FB_ID"] = 0
    self[id, "CRTC_ID"] = 0
  }

  func markDirty(_ framebuffer: UInt32, damage: Damage) throws(SystemError) {
    try enterAsMaster("markDirty")
    let bounds = damage.bounds
    journal.append("dirty \(bounds.x),\(bounds.y) \(bounds.width)x\(bounds.height)")
  }
}

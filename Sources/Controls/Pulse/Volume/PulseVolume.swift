internal import CPulse

/// The volume of each channel of a sink, source or stream (pa_cvolume).
///
/// Volumes are cubic: `PA_VOLUME_NORM` is 100 %, half of it 50 % as every mixer shows it.
struct PulseVolume {
  /// 100 %: the volume without change.
  static let full = Double(PulseVolume.norm)
  private static let norm: UInt32 = 0x10000
  /// The highest volume of the protocol (`PA_VOLUME_MAX`); `PA_VOLUME_INVALID` is above it.
  private static let highest = UInt32.max / 2
  /// What conversions to floating point and back, as those of PipeWire, make of a volume.
  static let tolerance = 2.0

  private(set) var raw: pa_cvolume

  /// - Parameter raw: As libpulse has it; channels beyond 32 are none.
  init(_ raw: pa_cvolume) {
    self.raw = raw
    self.raw.channels = min(raw.channels, UInt8(PA_CHANNELS_MAX))
  }

  init(_ channels: [UInt32]) {
    self.init(pa_cvolume())
    raw.channels = UInt8(min(channels.count, Int(PA_CHANNELS_MAX)))
    for index in 0..<count { self[index] = channels[index] }
  }

  var count: Int { Int(raw.channels) }

  /// Whether it has channels, each with a volume of the protocol (pa_cvolume_valid).
  var isValid: Bool { count > 0 && loudest <= Self.highest }
  var channels: [UInt32] { (0..<count).map { self[$0] } }

  subscript(index: Int) -> UInt32 {
    get {
      withUnsafeBytes(of: raw.values) {
        $0.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
      }
    }
    set {
      withUnsafeMutableBytes(of: &raw.values) {
        $0.storeBytes(of: newValue, toByteOffset: index * 4, as: UInt32.self)
      }
    }
  }

  /// The volume of the loudest channel, which mixers show as that of all (pa_cvolume_max).
  var loudest: UInt32 {
    var loudest: UInt32 = 0
    for index in 0..<count { loudest = max(loudest, self[index]) }
    return loudest
  }

  /// The same balance at another volume (pa_cvolume_scale).
  func scaled(by factor: Double) -> PulseVolume {
    var result = self
    for index in 0..<count {
      let volume = (Double(self[index]) * factor).rounded()
      result[index] = UInt32(min(max(volume, 0), Double(Self.highest)))
    }
    return result
  }

  /// Whether both have the same channels at the same volumes, but for rounding.
  func isNear(_ other: PulseVolume) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count
    where abs(Double(self[index]) - Double(other[index])) > Self.tolerance { return false }
    return true
  }

  /// Each channel at 100 %.
  func leveled() -> PulseVolume {
    var result = self
    for index in 0..<count { result[index] = Self.norm }
    return result
  }
}

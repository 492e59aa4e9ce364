internal import CPulse

/// The volume of each channel of a sink, source or stream (pa_cvolume).
///
/// Volumes are cubic: `PA_VOLUME_NORM` is 100 %, half of it is 50 %, as every mixer shows it.
struct PulseVolume {
  /// 100 %: unchanged volume.
  static let full = Double(PulseVolume.norm)
  private static let norm: UInt32 = 0x10000
  /// The protocol's highest volume (`PA_VOLUME_MAX`); `PA_VOLUME_INVALID` is above it.
  private static let highest = UInt32.max / 2
  /// The maximum rounding error of conversions to floating point and back, as in PipeWire.
  static let tolerance = 2.0

  private(set) var raw: pa_cvolume

  /// - Parameter raw: libpulse's volume; channels beyond 32 are ignored.
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

  /// Whether it has channels, each with a valid volume (pa_cvolume_valid).
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

  /// The volume of the loudest channel, which mixers show as the overall volume (pa_cvolume_max).
  var loudest: UInt32 {
    var loudest: UInt32 = 0
    for index in 0..<count { loudest = max(loudest, self[index]) }
    return loudest
  }

  /// Returns the volume scaled with the same balance (pa_cvolume_scale).
  func scaled(by factor: Double) -> PulseVolume {
    var result = self
    for index in 0..<count {
      let volume = (Double(self[index]) * factor).rounded()
      result[index] = UInt32(min(max(volume, 0), Double(Self.highest)))
    }
    return result
  }

  /// Whether both have the same channels at the same volumes, apart from rounding.
  func isNear(_ other: PulseVolume) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count
    where abs(Double(self[index]) - Double(other[index])) > Self.tolerance { return false }
    return true
  }

  /// Returns the volume with each channel at 100 %.
  func leveled() -> PulseVolume {
    var result = self
    for index in 0..<count { result[index] = Self.norm }
    return result
  }
}

/// Computes the volumes of several clients from one level, and preserves their balance; does no
/// I/O.
///
/// As in Snapweb and the Snapcast apps, the level is the mean of the volumes. Below their original
/// mean, all volumes are scaled by the same factor, which preserves their ratios. Above it, their
/// distances to 100 % are scaled, so that no volume is clipped and the mean equals the level. All
/// are computed from the original volumes, not from rounded ones: turning a knob down to zero and
/// up again restores them.
struct VolumeBalance {
  private let volumes: [Int]
  private let mean: Double

  /// - Parameter volumes: The volumes in percent, as set by others.
  init(_ volumes: [Int]) {
    self.volumes = volumes
    mean = volumes.isEmpty ? 0 : Double(volumes.reduce(0, +)) / Double(volumes.count)
  }

  /// The mean of the volumes as a level, 0…1.
  var level: Double { mean / 100 }

  /// Returns the volume in percent of the client with this index at a level 0…1.
  func percent(_ index: Int, at level: Double) -> Int {
    let target = CoarseTarget.limited(level) * 100
    let volume = Double(volumes[index])
    let result: Double
    if target <= mean {
      result = mean > 0 ? volume * target / mean : target
    } else {
      result = volume + (100 - volume) * (target - mean) / (100 - mean)
    }
    return Int(min(max(result, 0), 100).rounded())
  }
}

/// Scales a part of an image up or down.
///
/// Down: each new pixel is the mean of exactly the area it covers, so that nothing aliases at any
/// factor and a straight edge gets the same coverage as a drawn one. Up: a Catmull-Rom spline,
/// which passes through the given pixels. Colours are weighted by alpha. Smaller images average
/// linear light; larger and rotated ones mix encoded values, as `Canvas` does.
struct Resampler {
  enum Edge {
    /// Repeats the outermost pixels, for a picture aligned to whole pixels.
    case extended
    /// Transparent, for a picture at any position.
    case transparent
  }

  /// The part of the source to use; must lie within it.
  var part: PixelRect
  /// The number of samples to make from the part, without the margin.
  var size: PixelSize
  /// The width of the area averaged for each sample, in samples.
  var reach = 1.0
  /// The number of samples beyond each edge.
  var margin = 0
  var edge = Edge.extended
  var averagesLight = true
  /// Whether to ignore the source's alpha.
  var isOpaque = false

  /// Returns an image of the part of another one.
  func image(of source: Image) -> Image {
    let (columns, rows) = taps
    let result = PixelSize(width: columns.count, height: rows.count)
    let pixels = [UInt32](unsafeUninitializedCapacity: result.width * result.height) {
      target, count in
      source.pixels.withUnsafeBufferPointer {
        fill(target, stride: result.width, columns, rows, from: $0, stride: source.size.width)
      }
      count = result.width * result.height
    }
    return Image(size: result, trusted: pixels)
  }

  /// Fills a picture of `size` pixels, without a margin, with the part of another one.
  func fill(_ target: PixelBuffer, from source: PixelBuffer) {
    let (columns, rows) = taps
    fill(
      target.pixels, stride: target.stride, columns, rows,
      from: UnsafeBufferPointer(source.pixels), stride: source.stride)
  }

  private var taps: (columns: Taps, rows: Taps) {
    let columns = Taps(
      from: part.width, to: size.width, reach: reach, margin: margin, edge: edge)
    let rows = Taps(
      from: part.height, to: size.height, reach: reach, margin: margin, edge: edge)
    return (columns, rows)
  }

  private func fill(
    _ target: UnsafeMutableBufferPointer<UInt32>, stride: Int, _ columns: Taps, _ rows: Taps,
    from pixels: UnsafeBufferPointer<UInt32>, stride sourceStride: Int
  ) {
    let width = part.width * 4
    // One row of the source in Float, four channels per pixel, and the weighted sum of several.
    let row = UnsafeMutableBufferPointer<Float>.allocate(capacity: width)
    let sum = UnsafeMutableBufferPointer<Float>.allocate(capacity: width)
    defer {
      row.deallocate()
      sum.deallocate()
    }
    let transfer = averagesLight ? TransferFunction.linear : TransferFunction.identity
    let mask: UInt32 = isOpaque ? 0xFF00_0000 : 0
    for y in 0..<rows.count {
      sum.initialize(repeating: 0)
      for tap in rows.range(y) {
        let start = (part.y + rows.indices[tap]) * sourceStride + part.x
        transfer.read(pixels, from: start, count: part.width, adding: mask, into: row)
        let weight = rows.weights[tap]
        for index in 0..<width { sum[index] += row[index] * weight }
      }
      for x in 0..<columns.count {
        var (red, green, blue, alpha): (Float, Float, Float, Float) = (0, 0, 0, 0)
        for tap in columns.range(x) {
          let (base, weight) = (columns.indices[tap] * 4, columns.weights[tap])
          red += sum[base] * weight
          green += sum[base + 1] * weight
          blue += sum[base + 2] * weight
          alpha += sum[base + 3] * weight
        }
        target[y * stride + x] = transfer.pixel(red, green, blue, alpha)
      }
    }
  }
}

/// The pixels of a row (or column) that make up each sample, with their weights.
private struct Taps {
  let count: Int
  private(set) var indices: [Int] = []
  private(set) var weights: [Float] = []
  private var starts: [Int] = [0]

  init(from source: Int, to samples: Int, reach: Double, margin: Int, edge: Resampler.Edge) {
    count = samples + 2 * margin
    let step = Double(source) / Double(samples)
    for sample in -margin..<(samples + margin) {
      let center = (Double(sample) + 0.5) * step
      let width = step * reach
      if width > 1 {
        addArea(center - width / 2, center + width / 2, source, edge)
      } else {
        addSpline(center - 0.5, source, edge)
      }
      starts.append(indices.count)
    }
  }

  func range(_ sample: Int) -> Range<Int> { starts[sample]..<starts[sample + 1] }

  private mutating func addArea(
    _ low: Double, _ high: Double, _ source: Int, _ edge: Resampler.Edge
  ) {
    let (first, last) = (max(Int(low.rounded(.down)), 0), min(Int(high.rounded(.up)), source))
    guard first < last else { return }
    let inside = min(high, Double(source)) - max(low, 0)
    let whole = edge == .extended ? inside : high - low
    for index in first..<last {
      let overlap = min(Double(index + 1), high) - max(Double(index), low)
      if overlap > 0 { add(index, Float(overlap / whole)) }
    }
  }

  private mutating func addSpline(_ position: Double, _ source: Int, _ edge: Resampler.Edge) {
    let base = Int(position.rounded(.down))
    let t = Float(position - Double(base))
    let weights: [4 of Float] = [
      ((2 - t) * t - 1) * t * 0.5, ((3 * t - 5) * t * t + 2) * 0.5,
      ((4 - 3 * t) * t + 1) * t * 0.5, (t - 1) * t * t * 0.5,
    ]
    for offset in 0..<4 where weights[offset] != 0 {
      let index = base - 1 + offset
      let isInside = index >= 0 && index < source
      guard isInside || edge == .extended else { continue }
      add(min(max(index, 0), source - 1), weights[offset])
    }
  }

  private mutating func add(_ index: Int, _ weight: Float) {
    indices.append(index)
    weights.append(weight)
  }
}

/// A conversion of pixel values for averaging: to encoded values, or to linear light.
private struct TransferFunction: Sendable {
  static let identity = TransferFunction { $0 }
  static let linear = TransferFunction(Color.linear)

  /// The number 0…1 for each encoded byte.
  private let numbers: [Float]
  /// The inverse: the byte value 0…255 for numbers 0…1 in equal steps.
  private let bytes: [Float]

  private static let steps: Float = 8191

  private init(_ number: (Float) -> Float) {
    let numbers = (0...255).map { number(Float($0) / 255) }
    self.numbers = numbers
    var byte = 0
    bytes = (0...Int(Self.steps)).map { step in
      let wanted = Float(step) / Self.steps
      while byte < 254, numbers[byte + 1] <= wanted { byte += 1 }
      let (low, high) = (numbers[byte], numbers[byte + 1])
      return Float(byte) + min(max((wanted - low) / (high - low), 0), 1)
    }
  }

  /// Reads pixels with the bits of `mask` added, as four channels each: red, green and blue
  /// multiplied by alpha, and alpha.
  func read(
    _ source: UnsafeBufferPointer<UInt32>, from start: Int, count: Int, adding mask: UInt32,
    into row: UnsafeMutableBufferPointer<Float>
  ) {
    numbers.withUnsafeBufferPointer { numbers in
      for index in 0..<count {
        let pixel = source[start + index] | mask
        let alpha = pixel >> 24
        let base = index * 4
        if alpha == 255 {
          row[base] = numbers[Int(pixel >> 16 & 0xFF)]
          row[base + 1] = numbers[Int(pixel >> 8 & 0xFF)]
          row[base + 2] = numbers[Int(pixel & 0xFF)]
          row[base + 3] = 1
        } else if alpha == 0 {
          for channel in 0..<4 { row[base + channel] = 0 }
        } else {
          let opacity = Float(alpha) / 255
          for channel in 0..<3 {
            let byte = pixel >> (16 - 8 * UInt32(channel)) & 0xFF
            let straight = min((byte * 255 + alpha / 2) / alpha, 255)
            row[base + channel] = numbers[Int(straight)] * opacity
          }
          row[base + 3] = opacity
        }
      }
    }
  }

  func pixel(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float) -> UInt32 {
    let opacity = min(max(alpha, 0), 1)
    let top = UInt32(opacity * 255 + 0.5)
    guard top > 0 else { return 0 }
    func byte(_ value: Float) -> UInt32 {
      let straight = min(max(value / opacity, 0), 1)
      return min(UInt32(bytes[Int(straight * Self.steps + 0.5)] * opacity + 0.5), top)
    }
    return top << 24 | byte(red) << 16 | byte(green) << 8 | byte(blue)
  }
}

extension Image {
  /// Returns the image, or a part of it, at another size; the image itself if nothing changes.
  ///
  /// An empty or too large size, or an empty part, gives one transparent pixel.
  public func scaled(to size: PixelSize, part: PixelRect? = nil) -> Image {
    let part = (part ?? self.size.bounds).intersection(self.size.bounds)
    guard !part.isEmpty, size.width > 0, size.height > 0,
      max(size.width, size.height) <= Image.largestSide
    else { return Image(size: PixelSize(width: 1, height: 1), trusted: [0]) }
    if size == self.size, part == self.size.bounds { return self }
    var resampler = Resampler(part: part, size: size)
    // Only in encoded values is a spline's overshoot perceptually uniform.
    resampler.averagesLight = size.width <= part.width && size.height <= part.height
    return resampler.image(of: self)
  }
}

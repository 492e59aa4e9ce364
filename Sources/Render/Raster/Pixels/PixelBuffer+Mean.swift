extension PixelBuffer {
  /// The mean colour of all pixels, computed from encoded values.
  public var mean: Color {
    var (red, green, blue) = (0, 0, 0)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = pixels[y * stride + x]
        red += Int(pixel >> 16 & 0xFF)
        green += Int(pixel >> 8 & 0xFF)
        blue += Int(pixel & 0xFF)
      }
    }
    let count = Float(size.width * size.height)
    return Color(red: Float(red) / count, green: Float(green) / count, blue: Float(blue) / count)
  }
}

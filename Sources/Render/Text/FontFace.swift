internal import CFreeType
internal import CHarfBuzz
internal import Linux
internal import Raster

/// Owns a FreeType library; faces keep it alive.
final class FreeTypeLibrary {
  let pointer: FT_Library

  init?() {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    pointer = library
  }

  deinit {
    FT_Done_FreeType(pointer)
  }
}

/// Owns a face of a font file, and its HarfBuzz font.
final class FontFace {
  let face: FT_Face
  let shaper: OpaquePointer
  let library: FreeTypeLibrary
  /// The cached glyph bitmaps.
  var bitmaps = GlyphBitmaps()
  private var size64: Int = 0
  /// Whether its glyphs are pictures.
  let isColor: Bool
  /// The size of its bitmap strike in 64ths of a pixel; nil if the font is scalable.
  private let strike64: Int?
  /// The last picture loaded: the same one is requested several times in a row.
  private var lastPicture: Picture?
  private let contents: Contents

  /// The bytes of a font file, which FreeType reads in place.
  private enum Contents {
    case mapped(MappedFile)
    /// A copy: overwriting a file while it is mapped could crash the program, so files named by a
    /// layout are read.
    case read(UnsafeMutableBufferPointer<UInt8>)

    init?(_ file: FontFile) {
      if file.edition == nil {
        guard let mapped = try? MappedFile(file.path) else { return nil }
        self = .mapped(mapped)
      } else {
        guard let bytes = try? WholeFile.read(file.path, limit: InstalledFonts.byteLimit) else {
          return nil
        }
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        self = .read(copy)
      }
    }

    var bytes: UnsafeRawBufferPointer {
      switch self {
      case .mapped(let file): file.bytes
      case .read(let bytes): UnsafeRawBufferPointer(bytes)
      }
    }

    func close() {
      if case .read(let bytes) = self { bytes.deallocate() }
    }
  }

  /// Returns nil if the file cannot be read or is not a usable font.
  init?(_ file: FontFile, library: FreeTypeLibrary) {
    guard let contents = Contents(file) else { return nil }
    var isOpen = false
    defer { if !isOpen { contents.close() } }
    var face: FT_Face?
    let bytes = contents.bytes.assumingMemoryBound(to: UInt8.self)
    guard
      FT_New_Memory_Face(
        library.pointer, bytes.baseAddress, FT_Long(bytes.count), FT_Long(file.index), &face) == 0,
      let face
    else { return nil }
    if let weight = file.edition?.weight { Self.applyWeight(weight, to: face, library) }
    let isScalable = face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
    let strike64 = file.isColor && !isScalable ? Self.selectLargestSize(of: face) : nil
    guard isScalable || strike64 != nil, let shaper = hb_ft_font_create_referenced(face) else {
      FT_Done_Face(face)
      return nil
    }
    hb_ft_font_set_load_flags(shaper, knobpanel_ft_load_unhinted)
    self.face = face
    self.shaper = shaper
    self.library = library
    self.contents = contents
    self.strike64 = strike64
    isColor = file.isColor
    isOpen = true
  }

  deinit {
    // HarfBuzz holds its own reference to the face.
    hb_font_destroy(shaper)
    FT_Done_Face(face)
    contents.close()
  }

  /// Sets a variable font's weight; its other axes keep their defaults.
  private static func applyWeight(
    _ weight: TextStyle.Weight, to face: FT_Face, _ library: FreeTypeLibrary
  ) {
    var master: UnsafeMutablePointer<FT_MM_Var>?
    guard face.pointee.face_flags & FT_Long(FT_FACE_FLAG_MULTIPLE_MASTERS) != 0,
      FT_Get_MM_Var(face, &master) == 0, let master
    else { return }
    defer { FT_Done_MM_Var(library.pointer, master) }
    var coordinates = (0..<Int(master.pointee.num_axis)).map { index -> FT_Fixed in
      let axis = master.pointee.axis[index]
      guard axis.tag == Self.weightAxis else { return axis.def }
      return min(max(FT_Fixed(weight.rawValue << 16), axis.minimum), axis.maximum)
    }
    FT_Set_Var_Design_Coordinates(face, FT_UInt(coordinates.count), &coordinates)
  }

  /// The variation axis "wght".
  private static let weightAxis: FT_ULong = 0x7767_6874

  /// Sets the em size, in 64ths of a pixel.
  func setSize(_ size64: Int) {
    guard size64 != self.size64 else { return }
    self.size64 = size64
    guard strike64 == nil else { return }
    // At 72 dots per inch, a point is a pixel.
    FT_Set_Char_Size(face, 0, FT_F26Dot6(size64), 72, 72)
    hb_ft_font_changed(shaper)
  }

  func hasGlyph(for scalar: Unicode.Scalar) -> Bool {
    FT_Get_Char_Index(face, FT_ULong(scalar.value)) != 0
  }

  /// Returns the height of a letter above the baseline, in 64ths of a pixel.
  func height(of letter: Unicode.Scalar) -> Int {
    let glyph = FT_Get_Char_Index(face, FT_ULong(letter.value))
    guard let outline = outline(of: glyph, isHinted: false) else { return 0 }
    var box = FT_BBox()
    FT_Outline_Get_CBox(outline, &box)
    return Int(box.yMax)
  }

  /// Returns a glyph's outline, valid until the next glyph is loaded; nil if it has none.
  func outline(of glyph: UInt32, isHinted: Bool) -> UnsafeMutablePointer<FT_Outline>? {
    let flags = isHinted ? knobpanel_ft_load_light : knobpanel_ft_load_unhinted
    guard FT_Load_Glyph(face, glyph, flags) == 0, let slot = face.pointee.glyph,
      slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE, slot.pointee.outline.n_points > 0
    else { return nil }
    // The slot belongs to the face and does not move.
    return UnsafeMutableRawPointer(slot)
      .advanced(by: MemoryLayout<FT_GlyphSlotRec>.offset(of: \.outline) ?? 0)
      .assumingMemoryBound(to: FT_Outline.self)
  }
}

// MARK: Pictures

extension FontFace {
  /// A glyph of a colour font.
  struct Picture {
    fileprivate var glyph: UInt32
    fileprivate var size64: Int
    var pixels: ColorGlyph?
    /// Output pixels per pixel of the picture, at the face's size.
    var scale: Double
    /// The advance to the next glyph, in 64ths of a pixel.
    var advance64: Int
  }

  /// Selects a face's largest strike; returns its size in 64ths of a pixel, or nil without strikes.
  private static func selectLargestSize(of face: FT_Face) -> Int? {
    let sizes = UnsafeBufferPointer(
      start: face.pointee.available_sizes, count: Int(face.pointee.num_fixed_sizes))
    guard let index = sizes.indices.max(by: { sizes[$0].y_ppem < sizes[$1].y_ppem }),
      sizes[index].y_ppem > 0, FT_Select_Size(face, FT_Int(index)) == 0
    else { return nil }
    return Int(sizes[index].y_ppem)
  }

  /// Returns a glyph of a colour font at the face's size.
  func picture(of glyph: UInt32) -> Picture {
    if let known = lastPicture, known.glyph == glyph, known.size64 == size64 { return known }
    var picture = Picture(glyph: glyph, size64: size64, pixels: nil, scale: 1, advance64: 0)
    if let strike64 { picture.scale = Double(size64) / Double(strike64) }
    if FT_Load_Glyph(face, glyph, knobpanel_ft_load_color) == 0, let slot = face.pointee.glyph {
      picture.pixels = ColorGlyph(slot.pointee)
      let advance = Double(slot.pointee.advance.x) * picture.scale
      picture.advance64 = Int(min(max(advance, 0), 1e6))
    }
    lastPicture = picture
    return picture
  }

  /// Whether the font contains a character and can draw it.
  func supports(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    let hasAll = scalars.allSatisfy {
      hasGlyph(for: $0) || $0.properties.isDefaultIgnorableCodePoint
    }
    guard hasAll, isColor else { return hasAll }
    if size64 == 0 { setSize(16 * 64) }
    return scalars.contains {
      picture(of: FT_Get_Char_Index(face, FT_ULong($0.value))).pixels != nil
    }
  }
}

internal import CFreeType

/// Lists and checks fonts.
public enum InstalledFonts {
  /// The maximum size in bytes of a font file.
  public static let byteLimit = 64 << 20

  /// Returns the names of the system's font families, sorted; empty without fontconfig.
  ///
  /// Reflects fonts that were installed or removed since the last call.
  public static func families() -> [String] { catalog.families() }

  private static let catalog = FontCatalog {
    FontConfiguration().map { configuration in
      FontCatalog.Edition(families: configuration.families) { configuration.isCurrent }
    }
  }

  /// Whether the bytes are a scalable font that FreeType can use.
  public static func isFont(_ bytes: [UInt8]) -> Bool {
    guard let library = FreeTypeLibrary() else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var face: FT_Face?
      guard
        FT_New_Memory_Face(library.pointer, bytes.baseAddress, FT_Long(bytes.count), 0, &face) == 0,
        let face
      else { return false }
      defer { FT_Done_Face(face) }
      return face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
    }
  }
}

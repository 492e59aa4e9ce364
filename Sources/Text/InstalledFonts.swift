internal import CFreeType

/// Lists and checks fonts.
public enum InstalledFonts {
  /// The size in bytes of the largest font file that is read.
  public static let byteLimit = 64 << 20

  /// Names of the families of this machine, sorted; empty if fontconfig cannot be started.
  ///
  /// Fonts that were installed or removed meanwhile are noticed.
  public static func families() -> [String] { catalog.families() }

  private static let catalog = FontCatalog {
    FontConfiguration().map { configuration in
      FontCatalog.Edition(families: configuration.families) { configuration.isCurrent }
    }
  }

  /// True if the bytes are a scalable font that FreeType can use.
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

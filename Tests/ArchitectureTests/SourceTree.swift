import Glibc

/// The project's own sources, located relative to this file.
enum SourceTree {
  struct File {
    /// The target that its folder belongs to.
    var module: String
    /// The path of its folder.
    var folder: String
    /// Without folders and extension.
    var name: String
    var lines: [Substring]

    /// Modules that the file imports, in order of appearance.
    var imports: [String] {
      lines.compactMap { line in
        var words = line.split(separator: " ")
        while let first = words.first, first.hasPrefix("@") || Self.levels.contains(first) {
          words.removeFirst()
        }
        guard words.first == "import", words.count == 2 else { return nil }
        return String(words[1])
      }
    }

    private static let levels: Set<Substring> = ["public", "package", "internal", "private"]
  }

  static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  static func text(_ path: String) -> String? {
    guard let file = fopen(root + "/" + path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The targets of `Package.swift` by their folders.
  private static let targets: [String: String] = {
    let package = text("Package.swift") ?? ""
    var targets: [String: String] = [:]
    for module in package.matches(of: /module\(\s*"([\w-]+)", at: "([\w\/-]+)"/) {
      targets["Sources/" + module.2] = String(module.1)
    }
    for target in package.matches(
      of: /\.(?:executableT|t)arget\(\s*name: "([\w-]+)"[\s\S]*?path: "([\w\/-]+)"/)
    {
      targets[String(target.2)] = String(target.1)
    }
    return targets
  }()

  /// Every Swift file of the programs, the benchmarks and the build's own program.
  static let files: [File] = paths.compactMap { path in
    let parts = path.split(separator: "/")
    let folders = parts.indices.map { parts[..<$0].joined(separator: "/") }
    guard let text = text(path), let name = parts.last?.dropLast(6),
      let module = folders.compactMap({ targets[$0] }).last
    else { return nil }
    return File(
      module: module, folder: parts.dropLast().joined(separator: "/"),
      name: String(name),
      lines: text.split(separator: "\n", omittingEmptySubsequences: false))
  }

  private static let paths = ["Sources", "Benchmarks", "Plugins"].flatMap(files(below:))

  private static func files(below folder: String) -> [String] {
    guard let directory = opendir(root + "/" + folder) else { return [] }
    defer { closedir(directory) }
    var paths: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      let path = folder + "/" + name
      if name.hasSuffix(".swift") {
        paths.append(path)
      } else if Int32(entry.pointee.d_type) == Int32(DT_DIR) {
        paths += files(below: path)
      }
    }
    return paths.sorted()
  }
}

extension LayoutDocument {
  /// Every file beside the layout itself that is needed to show it, sorted: to be watched.
  public var files: [String] {
    var files = Set(images.map(\.file))
    if let background = panel.background { files.insert(background.file) }
    if case .file(let path) = panel.font { files.insert(path) }
    for knob in knobs { files.formUnion(knob.skin?.files ?? []) }
    return files.sorted()
  }
}

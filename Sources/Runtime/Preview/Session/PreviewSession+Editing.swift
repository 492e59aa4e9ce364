internal import Diagnostics
internal import Gesture
internal import JSON
internal import Layout
internal import LayoutFile
internal import Linux
internal import PanelApplication
internal import Panel
internal import WebServer

/// Editing of the layout's files by browsers, which requires `PreviewOptions.isEditable`.
extension PreviewSession {
  /// Reads the centres of knobs from the layout's files, and sends the files to browsers.
  func publishFiles(_ paths: [String]) {
    let files = EditedFiles(paths: paths, scope: scope)
    self.files = files
    centers = [:]
    for path in files.paths {
      guard let bytes = try? WholeFile.read(path, limit: LayoutReader.byteLimit),
        let text = String(validating: bytes, as: UTF8.self)
      else { continue }
      centers[path] = CenterText(text)
    }
    change(.files, to: files.json())
  }

  func save(_ name: String, _ text: String, version: String?, for client: ClientID) {
    guard let files else { return refuseEditing(client) }
    answer(client, message(files.save(name, text, version: version), name))
  }

  private func message(_ result: EditedFiles.Result, _ name: String) -> JSONValue {
    switch result {
    case .saved(let version):
      ["type": "saved", "name": .string(name), "version": .string(version)]
    case .conflict(let version, let text):
      [
        "type": "conflict", "name": .string(name),
        "version": version.map(JSONValue.string) ?? .null, "text": .string(text),
      ]
    case .refused(let reason):
      ["type": "refused", "name": .string(name), "message": .string(reason)]
    }
  }

  /// Sends the errors and warnings that the layout would have if a file had this text.
  func check(_ name: String, _ text: String, _ request: Int, for client: ClientID) {
    guard let path = files?.path(of: name) else { return refuseEditing(client) }
    guard let outcome = outcome(with: text, at: path) else { return }
    answer(
      client,
      [
        "type": "checked", "name": .string(name), "request": .number(Double(request)),
        "text": .string(named(outcome.text, files: outcome.files)),
        "list": DiagnosticPrinter.list(outcome.diagnostics, fileName: self.name(ofFile:)),
      ])
  }

  /// Moves a knob in its file, if nothing else changes.
  func move(_ id: String, to position: DisplayFraction, for client: ClientID) {
    guard let files else { return refuseEditing(client) }
    guard let knob = scene.layout.knobs.first(where: { $0.id == id }),
      files.paths.contains(knob.file), scope?.admitsLayout(knob.file) != false,
      let bytes = try? WholeFile.read(knob.file, limit: LayoutReader.byteLimit),
      let text = String(validating: bytes, as: UTF8.self)
    else { return refuse(client, "there is no knob '\(id)' in the files") }
    let panel = scene.layout.panel
    let target = scene.panel.viewport.designPoint(displayFraction: position)
    let new: String
    do throws(CenterText.Refusal) {
      new = try CenterText(text).moving(
        at: knob.location, from: (knob.center.x, knob.center.y), to: (target.x, target.y),
        panelSize: (panel.width, panel.height))
    } catch {
      return refuse(client, "\(id): \(error.reason)")
    }
    // Many keys can determine a knob's position, so the changed layout is read to verify it.
    guard let moved = outcome(with: new, at: knob.file)?.layout, hasMoved(id, to: target, in: moved)
    else {
      return refuse(
        client, "\(id): its position does not depend on this `center` alone; edit the text")
    }
    let name = files.name(of: knob.file)
    answer(
      client, message(files.save(name, new, version: EditedFiles.version(of: bytes)), name))
  }

  /// Returns whether a knob is at its target, up to rounding, and all others are unchanged.
  private func hasMoved(_ id: String, to target: DesignPoint, in moved: LayoutDocument) -> Bool {
    let old = scene.layout
    guard moved.knobs.map(\.id) == old.knobs.map(\.id) else { return false }
    let tolerance = max(old.panel.width, old.panel.height) / 200 + 1
    return zip(moved.knobs, old.knobs).allSatisfy { new, old in
      let expected = new.id == id ? target : old.center
      let limit = new.id == id ? tolerance : 0.001
      return abs(new.center.x - expected.x) <= limit && abs(new.center.y - expected.y) <= limit
    }
  }

  /// Reads the layout as if a file had this text.
  private func outcome(with text: String, at path: String) -> LayoutReader.Outcome? {
    try? Files.read(
      self.path, for: DisplayMeasure(of: display), sources: LayoutSources([path: Array(text.utf8)]),
      preferences: reloader.preferences, scope: scope)
  }

  private func refuseEditing(_ client: ClientID) {
    refuse(client, "editing is disabled; start the preview with --edit")
  }
}

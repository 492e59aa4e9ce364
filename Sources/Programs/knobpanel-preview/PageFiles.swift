/// The files of the page by their names.
let pageFiles: [String: [UInt8]] = [
  "arrangement.js": PackageResources.arrangement_js,
  "canvas.js": PackageResources.canvas_js,
  "completion.js": PackageResources.completion_js,
  "connection.js": PackageResources.connection_js,
  "difference.js": PackageResources.difference_js,
  "editor.js": PackageResources.editor_js,
  "events.js": PackageResources.events_js,
  "highlight.js": PackageResources.highlight_js,
  "icon.svg": PackageResources.icon_svg,
  "index.html": PackageResources.index_html,
  "main.js": PackageResources.main_js,
  "options.js": PackageResources.options_js,
  "preview.css": PackageResources.preview_css,
  "reach.js": PackageResources.reach_js,
  "touch.js": PackageResources.touch_js,
  "values.js": PackageResources.values_js,
]

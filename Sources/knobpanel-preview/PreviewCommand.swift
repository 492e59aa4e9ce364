internal import ArgumentParsing
internal import Controls
internal import Glibc
internal import LayoutFile
internal import Linux
internal import Logging
internal import PanelApplication
internal import Preview
internal import Program
internal import WebServer

/// Serves a layout to browsers.
struct PreviewCommand: Command {
  static let description = CommandDescription(
    name: "knobpanel-preview",
    abstract: "Shows a layout in a browser, where it can be touched and edited.",
    discussion: """
      The panel in the page is that of the kiosk: drawn by the same code, and turned by as many \
      fingers as the screen knows, by a mouse, by its wheel, or by keys. Save the layout, and the page \
      shows it; what is wrong with it stands beside the last good picture. Any number of browsers \
      show the same panel.

      Each knob drives a simulated volume, which the page can move and disturb; with --live those that \
      the layout says. With --edit, --live or --listen, the address that is printed has a token, and \
      only who knows it gets in.

      Exit status: 0 good, 1 failed, 2 wrong usage.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("layout", \.layout, help: "The layout file."),
      .flag("edit", \.isEditable, help: "Let browsers change the files of the layout."),
      .flag("live", \.isLive, help: "Drive what the layout says instead of simulated volumes."),
      .flag(
        "commands", \.runsCommands,
        help: """
          With --edit and --live, start the programs that the layout names: who has the token can then \
          run any.
          """),
      .flag(
        "no-commands", \.noCommands,
        help: "With --live, start no programs; with --edit that is so unless --commands is given."),
      .option(
        "port", value: "number", \.port, help: "The TCP port; 0 for one that is free."),
      .option(
        "listen", value: "address", \.address,
        help: "The address of an interface, so that other machines reach it; 0.0.0.0 for all."),
      .option(
        "host", value: "name", \.hosts,
        help: "Another name or address by which browsers call this machine."),
      .option(
        "token-file", value: "file", \.tokenFile,
        help: "A file with the token, so that addresses stay good; without it one is made up."),
      .flag("verbose", short: "v", \.isVerbose, help: "Say more about what happens."),
    ]
  }

  private var layout = ""
  private var isEditable = false
  private var isLive = false
  private var runsCommands = false
  private var noCommands = false
  private var port = 8437
  private var address: String?
  private var hosts: [String] = []
  private var tokenFile: String?
  private var isVerbose = false

  func validate() throws(UsageError) {
    guard (0...65_535).contains(port) else {
      throw UsageError("--port must be from 0 to 65535")
    }
    guard !runsCommands || !noCommands else {
      throw UsageError("--commands and --no-commands exclude each other")
    }
    guard !runsCommands || isLive else { throw UsageError("--commands needs --live") }
  }

  func run() throws {
    let log = makeLog(verbose: isVerbose)
    HeapMemory.returnLargeBlocks()
    let token = try makeToken()
    let loop = try EventLoop()
    let signals = try Signals([Signals.terminate, Signals.interrupt])
    let session = try PreviewSession(
      path: layout,
      options: PreviewOptions(
        version: ProgramDescription.knobpanelPreview.version, isEditable: isEditable,
        isLive: isLive, runsPrograms: isLive && !noCommands && (runsCommands || !isEditable)),
      loop: loop, log: log)
    let server = try makeServer(token: token)
    defer { server.close() }
    try loop.watch(signals.descriptor, for: .readable) { [unowned loop] _ in
      while signals.next() != nil { loop.stop() }
    }
    defer { loop.unwatch(signals.descriptor) }
    Output.standard.print(line: url(of: server, token: token))
    try session.run(server)
  }

  private func makeServer(token: String?) throws -> HTTPServer {
    let listened = address ?? "127.0.0.1"
    do {
      return try HTTPServer(
        site: .preview, address: listened, port: port, hosts: names(of: listened), token: token,
        limits: ServerLimits(isEditable: isEditable))
    } catch let error as SystemError {
      throw Problem(
        "cannot listen at \(listened), port \(port): \(error.reason)",
        advice: error.code == EADDRINUSE
          ? "Stop what uses that port, or name another with --port."
          : "Name an address of this machine; `ip address` lists them.")
    } catch {
      throw Problem("cannot listen at \(listened): \(error)")
    }
  }

  /// Returns the host names by which browsers may address this machine.
  private func names(of listened: String) -> Set<String> {
    var names = WebAccess.loopbackHosts.union(hosts.map { $0.lowercased() })
    if address != nil {
      names.formUnion(HostNames.ofThisMachine)
      names.insert(listened.contains(":") ? "[\(listened)]" : listened)
    }
    return names
  }

  private func makeToken() throws -> String? {
    guard isEditable || isLive || address != nil || tokenFile != nil else { return nil }
    guard let tokenFile else { return AccessToken.random() }
    return try AccessToken.read(tokenFile)
  }

  private func url(of server: HTTPServer, token: String?) -> String {
    var host = address ?? "127.0.0.1"
    if host == "0.0.0.0" || host == "::" {
      // A name by which other machines reach it.
      let names = HostNames.ofThisMachine.subtracting(WebAccess.loopbackHosts)
      host = names.filter { $0.first != "[" }.min() ?? names.min() ?? "localhost"
    } else if host.contains(":") {
      host = "[\(host)]"
    }
    return "http://\(host):\(server.port)/" + (token.map { "?token=\($0)" } ?? "")
  }
}

extension WebSite {
  /// The page and the files that it loads.
  fileprivate static var preview: WebSite {
    var pages: [String: WebPage] = [
      "/schema.json": WebPage(
        type: WebPage.type(ofName: ".json"),
        bytes: Array(ControlRegistry.standard.language.jsonSchema.utf8))
    ]
    for (name, text) in pageFiles {
      let path = name == "index.html" ? "/" : "/" + name
      pages[path] = WebPage(type: WebPage.type(ofName: name), bytes: Array(text.utf8))
    }
    return WebSite(
      pages: pages, downloads: ["/picture.png": "panel.png"], socketPath: "/socket")
  }
}

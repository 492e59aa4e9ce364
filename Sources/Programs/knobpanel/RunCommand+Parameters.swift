internal import ArgumentParsing
internal import Display

/// The options of `knobpanel run`.
extension RunCommand {
  static var displayParameters: [Parameter<Self>] {
    [
      .option(
        "display", value: "kind", \.display,
        help: """
          The kind of display: auto is wayland if WAYLAND_DISPLAY is set or a compositor uses the \
          screen, else drm. headless runs without a display.
          """),
      .option(
        "card", \.card,
        help: "The graphics card, such as /dev/dri/card1; by default the first with a screen."),
      .option(
        "output", \.output,
        help: """
          The output, such as HDMI-A-1 or DSI-1; with drm it is used even if it reports no screen.
          """),
      .option("mode", \.mode, help: "The mode, such as 1280x720 or 1280x720@60."),
      .flag(
        "legacy-modesetting", \.legacyModesetting,
        help: "Avoid atomic modesetting, for drivers that implement it incorrectly."),
      .option(
        "touch", value: "device", \.touchDevices,
        help: """
          A touchscreen of this display: its name, ID_PATH, node or an ID such as 0eef:0001; all \
          others are ignored. By default all are used except those that udev's WL_OUTPUT assigns \
          to another output.
          """),
      .flag("no-vt", \.noConsole, help: "Leave the text console alone."),
      .flag(
        "wait-for-screen", \.waitForScreen,
        help: "Wait for a card or a screen instead of failing without one."),
      .flag(
        "keep-picture", \.keepsPicture,
        help: """
          At the end, leave the last picture on the screen until the service starts again; its \
          FileDescriptorStoreMax= keeps the card open.
          """),
    ]
  }

  static var eventParameters: [Parameter<Self>] {
    [
      .option(
        "events", value: "file", \.events,
        help: """
          The file or pipe for events, as lines of JSON, or - for standard output. The panel never \
          waits for their reader.
          """),
      .option(
        "events-limit", value: "bytes", \.eventsLimit,
        help: """
          The largest size of a file of events, such as 64K or 16M; it is then renamed to FILE.1 \
          and a new one begins.
          """),
      .option(
        "without-display", value: "recording", \.withoutDisplay,
        help: "Without a display, play this recording instead and write panel.png."),
      .flag(
        "or-preview", \.isPreviewed,
        help: "Without a display, show it in a browser instead, as `knobpanel preview` does."),
      .flag(
        "wait-for-layout", \.waitForLayout,
        help: "Wait for the layout file instead of failing without one."),
      .flag(
        "no-commands", \.noCommands,
        help: """
          Start no programs, even if the layout names some, for layouts that others may change; \
          knobs with `command` are shown as offline.
          """),
      .flag(
        "no-watch", \.noWatch, help: "Reload the layout only on request, such as SIGHUP."),
      .flag("verbose", short: "v", \.verbose, help: "Log more details."),
    ]
  }

  static var socketParameters: [Parameter<Self>] {
    [
      .option(
        "socket", value: "path", \.socket,
        help: """
          The socket for programs such as `knobpanel set`, or none. By default \
          $RUNTIME_DIRECTORY/socket, $XDG_RUNTIME_DIR/knobpanel.sock or /run/knobpanel/socket.
          """),
      .option(
        "socket-mode", value: "mode", \.socketMode,
        help: "The socket's permissions in octal; write permission allows control of the panel."),
      .option(
        "state", value: "file", \.state,
        help: """
          The file that keeps the page, the brightness and the values of knobs without a control \
          across restarts and power cuts, or none. By default $STATE_DIRECTORY/state.json, if set.
          """),
    ]
  }
}

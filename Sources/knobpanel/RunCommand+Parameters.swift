internal import ArgumentParsing
internal import Display

/// The options of `knobpanel run`.
extension RunCommand {
  static var displayParameters: [Parameter<Self>] {
    [
      .option(
        "display", value: "kind", \.display,
        help: """
          Where to show it: auto is wayland where WAYLAND_DISPLAY is set or a compositor has the \
          screen, else drm. headless shows nothing and turns all the same.
          """),
      .option(
        "card", \.card,
        help: "The graphics card, such as /dev/dri/card1, instead of the first with a screen."),
      .option(
        "output", \.output,
        help: """
          The output, such as HDMI-A-1 or DSI-1; with drm it is used even if it says it has no \
          screen.
          """),
      .option("mode", \.mode, help: "The mode, such as 1280x720 or 1280x720@60."),
      .flag(
        "legacy-modesetting", \.legacyModesetting,
        help: "Do without atomic modesetting, for drivers that get it wrong."),
      .option(
        "touch", value: "device", \.touchDevices,
        help: """
          A touchscreen of this display: its name, its ID_PATH, its node or such as 0eef:0001; all \
          others are left alone. Without it all are used but those that udev's WL_OUTPUT assigns to \
          another output.
          """),
      .flag("no-vt", \.noConsole, help: "Leave the text console alone."),
      .flag(
        "wait-for-screen", \.waitForScreen,
        help: "Wait for a card or a screen instead of failing without one."),
      .flag(
        "keep-picture", \.keepsPicture,
        help: """
          Leave the last picture on the screen at the end, for the next start of a service, in whose \
          FileDescriptorStoreMax= the card stays open.
          """),
    ]
  }

  static var eventParameters: [Parameter<Self>] {
    [
      .option(
        "events", value: "file", \.events,
        help: """
          Where the events go, as lines of JSON: a file, a pipe, or - for standard output. The \
          panel never waits for their reader.
          """),
      .option(
        "events-limit", value: "bytes", \.eventsLimit,
        help: """
          How large a file of events may become, such as 64K or 16M; it is then renamed to FILE.1 \
          and another one begins.
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
          Start no programs, whatever the layout says, for layouts that others may write; a knob with \
          `command` is then shown as offline.
          """),
      .flag(
        "no-watch", \.noWatch, help: "Read the layout again only when told to by SIGHUP."),
      .flag("verbose", short: "v", \.verbose, help: "Say more about what happens."),
    ]
  }

  static var socketParameters: [Parameter<Self>] {
    [
      .option(
        "socket", value: "path", \.socket,
        help: """
          Where programs reach the panel, as with `knobpanel set`; none for nowhere. Without it \
          $RUNTIME_DIRECTORY/socket, $XDG_RUNTIME_DIR/knobpanel.sock or /run/knobpanel/socket.
          """),
      .option(
        "socket-mode", value: "mode", \.socketMode,
        help: "The permissions of the socket in octal; who may write may control the panel."),
      .option(
        "state", value: "file", \.state,
        help: """
          Where the page, the brightness and the values of knobs without a control are kept beyond \
          the end and a power cut; none for nowhere. Without it $STATE_DIRECTORY/state.json, or \
          nowhere.
          """),
    ]
  }
}

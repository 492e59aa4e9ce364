import Foundation
import Layout
import Linux
import Testing
import Text
import Udev
import WebServer

@testable import Controls
@testable import Diagnostics
@testable import Display
@testable import JSON
@testable import LayoutFile
@testable import Backlight
@testable import PNG
@testable import Preview
@testable import Program
@testable import PanelApplication
@testable import Touch
@testable import Wayland
@testable import knobpanel

/// The limits in `SECURITY.md` are those of the program.
@Suite struct SecurityTests {
  private static let constants = [layouts, machine, network, panel, preview].reduce(into: [:]) {
    $0.merge($1) { first, _ in first }
  }

  private static let layouts: [String: Int] = [
    "LayoutReader.byteLimit": LayoutReader.byteLimit,
    "DocumentReader.fileLimit": DocumentReader.fileLimit,
    "DocumentReader.depthLimit": DocumentReader.depthLimit,
    "NodeReader.depthLimit": NodeReader.depthLimit,
    "NodeReader.aliasLimit": NodeReader.aliasLimit,
    "Expansion.limit": Expansion.limit,
    "LayoutTables.knobLimit": LayoutTables.knobLimit,
    "LayoutTables.buttonLimit": LayoutTables.buttonLimit,
    "LayoutTables.labelLimit": LayoutTables.labelLimit,
    "LayoutTables.imageLimit": LayoutTables.imageLimit,
    "LayoutTables.pageLimit": LayoutTables.pageLimit,
    "LayoutTables.styleLimit": LayoutTables.styleLimit,
    "LayoutTables.connectionLimit": LayoutTables.connectionLimit,
    "DiagnosticList.shownCount": DiagnosticList.shownCount,
    "PictureFiles.byteLimit": PictureFiles.byteLimit,
    "PictureFiles.areaLimit": PictureFiles.areaLimit,
    "PNGPicture.largestRatio": PNGPicture.largestRatio,
    "InstalledFonts.byteLimit": InstalledFonts.byteLimit,
    "Recording.byteLimit": Recording.byteLimit,
    "Secret.byteLimit": Secret.byteLimit,
  ]

  private static let machine: [String: Int] = [
    "FolderWatch.turnByteLimit": FolderWatch.turnByteLimit,
    "UdevMonitor.turnLimit": UdevMonitor.turnLimit,
    "EncoderDevice.portionCount": EncoderDevice.portionCount,
    "LogindBrightness.turnLimit": LogindBrightness.turnLimit,
    "Connection.turnByteLimit": Connection.turnByteLimit,
    "Session.globalLimit": Session.globalLimit,
    "ContactCollector.contactLimit": ContactCollector.contactLimit,
    "SystemFiles.byteLimit": SystemFiles.byteLimit,
    "ReportText.byteLimit": ReportText.byteLimit,
    "PrivateText.wordLimit": PrivateText.wordLimit,
  ]

  private static let network: [String: Int] = [
    "JSONValue.containerLimit": JSONValue.containerLimit,
    "BrokerPacketReader.byteLimit": BrokerPacketReader.byteLimit,
    "MQTTEventPublisher.limit": MQTTEventPublisher.limit,
    "MQTTSession.turnPacketLimit": MQTTSession.turnPacketLimit,
    "ClientStream.unsentByteLimit": ClientStream.unsentByteLimit,
    "PanelEntity.pictureByteLimit": PanelEntity.pictureByteLimit,
    "SpeakerTable.limit": SpeakerTable.limit,
    "SpeakerTable.pendingLimit": SpeakerTable.pendingLimit,
    "DatagramFeed.turnLimit": DatagramFeed.turnLimit,
    "DatagramFeed.secondLimit": DatagramFeed.secondLimit,
    "HTTPReader.headByteLimit": HTTPReader.headByteLimit,
    "HTTPReader.bodyByteLimit": HTTPReader.bodyByteLimit,
    "XMLElement.elementLimit": XMLElement.elementLimit,
    "XMLElement.depthLimit": XMLElement.depthLimit,
    "HTTPListener.connectionLimit": HTTPListener.connectionLimit,
    "HTTPListener.strangerLimit": HTTPListener.strangerLimit,
    "ConnectionAcceptor.turnLimit": ConnectionAcceptor.turnLimit,
    "LineSession.lineByteLimit": LineSession.lineByteLimit,
    "SnapcastConnection.promptByteLimit": SnapcastConnection.promptByteLimit,
    "MPDAnswer.lineLimit": MPDAnswer.lineLimit,
    "MPDAnswer.valueByteLimit": MPDAnswer.valueByteLimit,
    "WebSocketHandshake.answerByteLimit": WebSocketHandshake.answerByteLimit,
    "HomeAssistantConnection.messageByteLimit": HomeAssistantConnection.messageByteLimit,
    "HomeAssistantConnection.promptByteLimit": HomeAssistantConnection.promptByteLimit,
    "HomeAssistantConnection.callLimit": HomeAssistantConnection.callLimit,
    "EntityState.textByteLimit": EntityState.textByteLimit,
    "EntityState.listLimit": EntityState.listLimit,
    "EntityState.elementByteLimit": EntityState.elementByteLimit,
    "HomeAssistantQuery.answerByteLimit": HomeAssistantQuery.answerByteLimit,
    "ListedEntity.countLimit": ListedEntity.countLimit,
    "HomeAssistantHouse.deviceLimit": HomeAssistantHouse.deviceLimit,
    "HomeAssistantHouse.areaLimit": HomeAssistantHouse.areaLimit,
    "LineSession.turnLineLimit": LineSession.turnLineLimit,
    "LineSession.turnByteLimit": LineSession.turnByteLimit,
    "OSCConnection.turnMessageLimit": OSCConnection.turnMessageLimit,
    "OSCSocket.portionCount": OSCSocket.portionCount,
    "OSCSocket.packetByteLimit": OSCSocket.packetByteLimit,
    "OSCArgument.messageByteLimit": OSCArgument.messageByteLimit,
    "OSCPacket.depthLimit": OSCPacket.depthLimit,
    "ALSASequencer.portionCount": ALSASequencer.portionCount,
    "PulseReader.limit": PulseReader.limit,
    "PulseControl.readIntervalMicroseconds": Int(PulseControl.readIntervalMicroseconds),
    "PipeReader.byteLimit": PipeReader.byteLimit,
    "PrintedLines.byteLimit": PrintedLines.byteLimit,
    "PrintedLines.lineLimit": PrintedLines.lineLimit,
    "ValueFile.byteLimit": ValueFile.byteLimit,
  ]

  private static let panel: [String: Int] = [
    "EventLog.byteLimit": EventLog.byteLimit,
    "BackgroundErrors.byteLimit": BackgroundErrors.byteLimit,
    "SocketServer.connectionLimit": SocketServer.connectionLimit,
    "SocketServer.waitingByteLimit": SocketServer.waitingByteLimit,
    "SocketConnection.turnByteLimit": SocketConnection.turnByteLimit,
    "SavedState.otherLimit": SavedState.otherLimit,
    "SocketConnection.lineByteLimit": SocketConnection.lineByteLimit,
    "SocketConnection.turnRequestLimit": SocketConnection.turnRequestLimit,
    "SocketConnection.unsentByteLimit": SocketConnection.unsentByteLimit,
  ]

  private static let preview: [String: Int] = [
    "ServerLimits.clientCount": ServerLimits().clientCount,
    "ServerLimits.connectionCount": ServerLimits().connectionCount,
    "ServerLimits.unauthorizedCount": ServerLimits().unauthorizedCount,
    "ServerLimits.requestMilliseconds": Int(ServerLimits().requestMilliseconds),
    "ServerLimits.silenceMilliseconds": Int(ServerLimits().silenceMilliseconds),
    "ServerLimits.headerByteCount": ServerLimits().headerByteCount,
    "ServerLimits.messageByteCount": ServerLimits(isEditable: false).messageByteCount,
    "ServerLimits.waitingMessageCount": ServerLimits().waitingMessageCount,
    "PreviewSession.turnMessageLimit": PreviewSession.turnMessageLimit,
    "PreviewSession.turnByteLimit": PreviewSession.turnByteLimit,
    "PreviewSession.turnFrameLimit": PreviewSession.turnFrameLimit,
    "ViewChoice.areaLimit": ViewChoice.areaLimit,
    "Browser.eventLimit": Browser.eventLimit,
    "Browser.answerLimit": Browser.answerLimit,
  ]

  @Test("each limit in SECURITY.md equals its constant") func limits() throws {
    let text = try String(
      contentsOf: Knobpanel.project.appending(path: "SECURITY.md"), encoding: .utf8)
    var found: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells[2].hasPrefix("`") else { continue }
      let figure = try #require(Int(cells[1].replacing(",", with: "")), "\(line)")
      found[cells[2].trimmingCharacters(in: ["`"])] = figure
    }
    #expect(found == Self.constants)
  }
}

#if Command && Inspector && Releases
import ArgumentParser
import LoopbackServer
import MessageStream
import ScriptHost
import ScriptReleases
import ScriptReports
import TextTools

/// Sends the scripts of `watch --push` to programs on other devices after each reload.
@MainActor
final class PushServer {
  /// The first port, and the number of ports to try.
  private static let ports = (first: 7_770, count: 100)

  /// The time for the program that draws the link.
  private static let drawingTime = Duration.seconds(5)

  private let path: String
  private let app: String
  private let console: Console
  private let depot: PushedDepot
  private let server: LoopbackServer
  private let link: LaptopLink

  /// Serves an empty depot, by default at the machine's address in its network.
  init(of path: String, host: String?, port: Int?, console: Console) async throws {
    let name = ApplicationPlace(try .at(path)).name
    app = ScriptBundle.isAppName(name) ? name : "app"
    (self.path, self.console) = (path, console)
    let depot = try PushedDepot(app: app)
    self.depot = depot
    var options = ServerOptions()
    options.host = host ?? NetworkAddress.own ?? "127.0.0.1"
    (options.port, options.portCount) = port.map { ($0, 1) } ?? Self.ports
    options.isReadOnly = true
    let key = LaptopLink(host: options.host, port: 0, root: depot.root).key
    if let key = ServerKey(key) { options.key = key }
    do throws(ServerError) {
      server = try await LoopbackServer.start(assets: [], options: options) { request in
        let path = request.path.dropFirst(LaptopLink.folder.count + 1)
        guard let bytes = depot.file(String(path)) else {
          return .content(ServerContent(404, type: "text/plain", Array("not found\n".utf8)))
        }
        return .content(ServerContent(type: "application/octet-stream", bytes))
      }
    } catch {
      throw ValidationError("\(error)".printable)
    }
    link = LaptopLink(host: options.host, port: server.port, root: depot.root)
  }

  func close() async { await server.close() }

  /// Prints the link, and at a terminal also as a QR code if `qrencode` is installed.
  func printLink() {
    guard !console.isJSON else {
      return console.print(JSON.fields(("link", .text("\(link)"))).line)
    }
    console.print("\(link)")
    if StandardStream.output.isTerminal,
      let drawing = try? ChildProcess.run(
        "qrencode",
        ["-t", "UTF8", "-m", "1", "\(link)"],
        until: .now + Self.drawingTime
      ), drawing.status == 0
    {
      console.printText(String(decoding: drawing.output, as: UTF8.self))
    }
    console.print(
      console.style.paint("Give the link to LaptopFeed in a debug build of your program.", .soft)
    )
  }

  /// Offers the scripts as the host has loaded them.
  func push(_ host: ScriptHost) async {
    let version = depot.nextVersion
    do {
      let builder = BundleBuilder(path: path, app: app, version: version, origin: nil)
      let bundle = try await builder.bundle(of: host)
      try depot.publish(bundle)
      report(bundle)
    } catch {
      let words = "\(error)".printable
      guard !console.isJSON else {
        return console.print(JSON.fields(("mistake", .text(words))).line)
      }
      console.say(console.errorStyle.paint("✗ not pushed: \(words)", .bad))
    }
  }

  private func report(_ bundle: ScriptBundle) {
    let (count, bytes) = (bundle.files.count, bundle.bytes.count)
    guard !console.isJSON else {
      let fields = JSON.fields(
        ("app", .text(app)),
        ("version", .int(bundle.version)),
        ("files", .int(count)),
        ("bytes", .int(bytes))
      )
      return console.print(JSON.fields(("pushed", fields)).line)
    }
    let size = "\((bytes + 1_023) / 1_024) kB"
    let words = "pushed \(app) \(bundle.version): \(counted(count, "file")), \(size)"
    console.print(console.style.paint(words, .soft))
  }
}
#endif

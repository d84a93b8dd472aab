#if Command && Inspector
import Foundation
import MessageStream
import TestSupport
import Testing

/// `moonroute serve --attach`: the page for a program that runs elsewhere.
///
/// The program is another `moonroute serve`, with the same connection that `Inspector.attach`
/// provides.
@Suite(.timeLimit(.minutes(10))) struct ServeAttachTests {
  private static let key = String(repeating: "a", count: 32)

  @Test func `the page of another program is served and controls it`() async throws {
    let far = try await ServeTests.Served(["plain"])
    _ = try await far.wait(for: "hello") { $0["generation"].int == 1 }
    let near = try await ServeTests.Served(["--attach", far.url])
    #expect(near.port != far.port && near.key != far.key)
    let hello = try await far.get("hello")
    #expect(try await near.get("hello") == hello)
    let opened = try await near.post("open", #"{"location":"/page/1"}"#)
    #expect(opened["outcome"]["status"].text == "opened")
    let stage = try await far.get("stage")
    #expect(try await near.get("stage") == stage)
    #expect(await near.run.interrupt() == 0)
    #expect(try await far.get("hello")["generation"].int == 1)
    #expect(await far.run.interrupt() == 0)
  }

  @Test func `the address is printed for people, with the program's address`() async throws {
    let far = try await ServeTests.Served(["plain"])
    let run = try WatchRun(
      ["--attach", far.url, "--port", "0"],
      of: "serve",
      in: Place.fixtures
    )
    let line = try #require(await run.line(with: "moonroute: "))
    #expect(line.hasPrefix("moonroute: plain of 127.0.0.1:\(far.port) at http://127.0.0.1:"))
    #expect(await run.interrupt(isTermination: true) == 0)
    #expect(await far.run.interrupt() == 0)
  }

  @Test func `an unreachable program is reported; after a restart, it has another key`()
    async throws
  {
    let port = "\(OwnPort.next())"
    let first = try await ServeTests.Served(["plain"], port: port)
    let near = try await ServeTests.Served(["--attach", first.url])
    #expect(await first.run.interrupt() == 0)
    #expect(try await near.get("hello")["error"]["code"].text == "far_gone")
    let gone = "moonroute: Nothing answers at 127.0.0.1:\(first.port): no program listens there."
    #expect(await near.run.line(with: "moonroute: ")?.hasPrefix(gone) == true)
    let second = try await ServeTests.Served(["plain"], port: port)
    #expect(try await near.get("hello")["error"]["code"].text == "far_key")
    #expect(
      await near.run.line(with: "moonroute: ") == """
        moonroute: The program at 127.0.0.1:\(first.port) has a different key. If it was restarted, \
        use the address that it printed then.
        """
    )
    #expect(await near.run.interrupt() == 0)
    #expect(await second.run.interrupt() == 0)
  }

  @Test(arguments: [
    (["--attach", "4711"], "'4711' is not an inspector address."),
    (["--attach", "http://127.0.0.1:4711/"], "'http://127.0.0.1:4711/' has no 32-digit key"),
    (
      ["plain", "--attach", "http://127.0.0.1:1/#key=\(key)"],
      "--attach shows the application of the program at that address. Leave 'plain' out."
    ),
    (
      ["--attach", "http://127.0.0.1:1/#key=\(key)", "--poll", "--cpu", "9", "--storage", "x"],
      "--attach loads no application here. Leave --poll, --cpu, --storage out."
    ),
    (
      ["--attach", "http://127.0.0.1:1/#key=\(key)", "--editor", "zed", "--console", "--no-start"],
      "--attach loads no application here. Leave --editor, --console, --no-start out."
    ),
    (
      ["--attach", "http://127.0.0.1:1/#key=\(key)", "--log", "none", "--times", "--unsafe"],
      "--attach loads no application here. Leave --log, --times, --unsafe out."
    ),
  ])
  func `an invalid call is reported`(arguments: [String], words: String) async throws {
    let run = try await CommandRun.moonroute(["serve"] + arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test func `a program that is unreachable or has another key ends the command`() async throws {
    let far = try await ServeTests.Served(["plain"])
    let refused = try await CommandRun.moonroute([
      "serve", "--attach", "http://127.0.0.1:\(far.port)/#key=\(Self.key)",
    ])
    #expect(refused.status == 4)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.contains("The program at 127.0.0.1:\(far.port) has a different key."))
    #expect(await far.run.interrupt() == 0)
    let gone = try await CommandRun.moonroute(["serve", "--attach", far.url])
    #expect(gone.status == 4)
    #expect(gone.errors.hasPrefix("moonroute: Nothing answers at 127.0.0.1:\(far.port)"))
  }

  @Test func `a page for other machines is read-only`() async throws {
    let far = try await ServeTests.Served(["plain"])
    let near = try await ServeTests.Served(["--attach", far.url, "--host", "0.0.0.0"])
    _ = try await far.wait(for: "hello") { $0["generation"].int == 1 }
    let opened = try await near.post("open", #"{"location":"/page/1"}"#)
    #expect(opened["error"]["code"].text == "read_only")
    #expect(try await near.post("match", #"{"location":"/page/1"}"#)["error"] == .null)
    #expect(await near.run.interrupt() == 0)
    #expect(await far.run.interrupt() == 0)
  }
}
#endif

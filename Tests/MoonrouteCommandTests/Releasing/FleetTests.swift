#if Command && LinkService && NATS
import Foundation
import MessageStream
import TestSupport
import Testing

/// `--fleet` of `host` and `channel`, with a real server.
@Suite(.timeLimit(.minutes(10))) struct FleetTests {
  private static func status(_ folder: ReleaseFolder, _ address: String) async throws -> CommandRun
  {
    let run = try await folder.moonroute(
      "channel",
      "status",
      "--depot",
      "public",
      "--channel",
      "stable",
      "--fleet",
      address,
      "--json"
    )
    try #require(run.status == 0, "\(run.errors)")
    return run
  }

  @Test func `hosts take a publication from the news, and the operator sees them`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    let address = try await NATSServer.shared.value.address
    try await FleetHosts.run(["web-1", "web-2"], folder, address) { hosts in
      #expect(try await folder.bundle(2).status == 0)
      #expect(try await folder.release(2).status == 0)
      let run = try await folder.channel("publish", "2", "--fleet", address)
      #expect(run.status == 0, "\(run.errors)")
      for host in hosts {
        let line = await host.run.line(with: "release 2 of 'stable'")
        #expect(line == "moonroute: release 2 of 'stable' is in use")
      }
      var fleet = JSON.null
      // The entry of a host follows its first report.
      while fleet["releases"].items.first?["release"].int != 2 {
        fleet = try JSON(reading: try await Self.status(folder, address).output)["fleet"]
      }
      #expect(fleet["hosts"].int == 2)
      #expect(fleet["silent"].items == [])
      #expect(fleet["releases"].items.first?["trial"].int == 2)
    }
    // Both have left.
    let table = try await folder.moonroute(
      "channel",
      "status",
      "--depot",
      "public",
      "--fleet",
      address
    )
    #expect(table.output == "stable #3: 100 % on 2\n0 hosts\n", "\(table.output)\(table.errors)")
  }

  @Test func `two hosts exchange an event, and share a value`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    let rules = #"""

      resources.put { name = "stock", path = "/stock", value = 3, shared = true }
      router.route { path = "/take", action = function()
        local left, problem = resources.change("stock", function(n) return n - 1 end)
        return problem or left .. " left"
      end }
      router.route { path = "/left", action = function() return resources.get("stock") .. " left" end }
      events.declare { name = "closed", path = "/closed/:shop", reach = "fleet" }
      local closed = {}
      events.on("closed", function(event) closed[event.params.shop] = event.origin end)
      router.route { path = "/close", action = function() events.emit("/closed/berlin") end }
      router.route { path = "/closed", action = function() return closed.berlin or "no" end }

      """#
    try await folder.publish(1, main: ReleaseFolder.main("Home") + rules)
    let server = try await NATSServer()
    try await FleetHosts.run(["web-1", "web-2"], folder, server.address) { hosts in
      let fleet = FleetHosts(folder: folder, address: server.address, hosts: hosts)
      let ports = hosts.map(\.port)
      // Until a loop of a host has met the fleet, its events are lost and its changes are offline.
      while try await fleet.open("/closed", port: ports[1]) != "web-1" {
        try await fleet.open("/close", port: ports[0])
      }
      var answers: [String?] = []
      while answers.count < 3 {
        let answer = try await fleet.open("/take", port: ports[answers.count % 2])
        if answer != "offline" { answers.append(answer) }
      }
      #expect(answers == ["2 left", "1 left", "0 left"])
      for port in ports { while try await fleet.open("/left", port: port) != "0 left" {} }
    }
  }

  @Test func `the example shows a roll-out that halts, and one stock`() async throws {
    let run = try await CommandRun.shell("examples/fleet/show", in: Place.root)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let halted = "author     stable #5: 100 % on 1"
    let parts = [
      "  berlin  moonroute: release 2 is prepared", "  lisbon  moonroute: release 2 is prepared",
      "  vienna  moonroute: release 2 is prepared", "  100 links, 3 failed",
      ": the route 'dish' fails on 1 host: 3 of 100 opens failed, and 0 of ", halted, halted,
      "  berlin  1 left", "  lisbon  0 left", "  vienna  sold out",
    ]
    let found = run.lines.compactMap { line in parts.first { line.contains($0) } }
    #expect(found == parts, "\(run.output)")
  }

  @Test func `an interrupted example leaves no process and no file`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    // Each process inherits the output, which ends with the last of them.
    let run = try await CommandRun.shell(
      """
      mkdir files
      TMPDIR=$PWD/files '\(Place.root.path)/examples/fleet/show' 3>&1 >log 2>&1 &
      until grep -q 'vienna .* at http' log; do sleep 0.1; done
      kill $!
      wait $! || echo "status $?"
      ls files
      """,
      in: scratch.folder
    )
    #expect(run.output == "status 143\n", "\(run.errors)")
  }

  @Test func `the example names a program that is missing`() async throws {
    let run = try await CommandRun.shell(
      "PATH='\(Place.command.deletingLastPathComponent().path)' examples/fleet/show",
      in: Place.root
    )
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("show: nats-server is not in the search path. Install it with: "))
  }

  @Test func `a fleet that cannot be reached leaves the depot as it is`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    #expect(try await folder.bundle(2).status == 0)
    #expect(try await folder.release(2).status == 0)
    #expect(try await folder.channel("publish", "2", "--share", "1%").status == 0)
    let address = "nats://name:secret@127.0.0.1:\(OwnPort.next())"
    let place = address.split(separator: "@")[1]
    for command in [["pause"], ["rollback"], ["promote", "--every", "1s"], ["publish", "2"]] {
      let run = try await folder.channel(command + ["--fleet", address])
      #expect(run.status == 4)
      #expect(run.errors.hasPrefix("moonroute: The fleet at \(place) cannot be reached: "))
    }
    let wrong = try await folder.channel("pause", "--fleet", "http://x")
    #expect(wrong.status == 2)
    #expect(
      wrong.errors.hasPrefix("Error: 'x' is not the address of a server. Write nats://HOST:4222")
    )
    let status = try await folder.moonroute("channel", "status", "--depot", "public")
    #expect(status.output == "stable #3: 1 % on 2, 99 % on 1\n")
  }

  @Test(arguments: [
    (["--fleet", "nats://x"], "belong to --from. Give it the depot."),
    (
      ["--from", "a", "--root", "b", "--channel", "c", "--fleet-ca", "x"],
      "--fleet-ca and --fleet-creds belong to --fleet. Give it the servers."
    ),
  ])
  func `wrong options of a fleet are explained`(
    arguments: [String],
    message: String
  ) async throws {
    let run = try await CommandRun.moonroute(["host"] + arguments)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
#endif

#if Command && Releases
import Foundation
import MessageStream
import TestSupport
import Testing

/// `moonroute keys`, `bundle`, `release`, `channel` and `verify`.
@Suite(.timeLimit(.minutes(10))) struct ReleaseTests {
  @Test func `a release goes from its author to a depot that verifies`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    let bundle = try await folder.bundle(1)
    #expect(bundle.status == 0)
    #expect(bundle.output.hasPrefix("shop-1.tar  shop 1  "))
    #expect(bundle.output.contains("2 files"))
    #expect(bundle.output.contains("check passed · 1 smoke spec passed in "))
    #expect(bundle.output.contains("needs 2 views"))
    let release = try await folder.release(1)
    #expect(release.lines.first?.hasPrefix("admitted shop 1  ") == true)
    #expect(try await folder.channel("publish", "1").output == "stable #2: 100 % on 1\n")
    let verify = try await folder.moonroute("verify", "public", "--root", "keys/1.root.json")
    #expect(verify.status == 0)
    #expect(
      verify.lines.suffix(2) == ["✓ stable → shop 1", "✓ bundles/shop-1.tar: smoke specs passed"]
    )
  }

  @Test func `the same files give the same bytes in another folder`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    #expect(try await folder.bundle(1).status == 0)
    try FileManager.default.copyItem(at: folder.scratch["shop"], to: folder.scratch["copy"])
    let other = try await folder.moonroute(
      "bundle",
      "copy",
      "--name",
      "shop",
      "--version",
      "1",
      "-o",
      "copy.tar"
    )
    #expect(other.status == 0, "\(other.errors)")
    #expect(
      try Data(contentsOf: folder.scratch["copy.tar"])
        == Data(contentsOf: folder.scratch["shop-1.tar"])
    )
  }

  @Test(arguments: [
    (
      ["shop/main.lua": "local function f() return g() end\n" + ReleaseFolder.main("Home")],
      "check failed"
    ),
    (
      ["shop/spec/smoke/start_spec.lua": "it('x', function() assert(false) end)"],
      "smoke specs failed"
    ),
    (
      ["shop/spec/journeys/buy_spec.lua": "it('x', function() assert(false) end)"],
      "journeys failed"
    ),
    (["shop/access.snap": "/ (home)\n  anybody: stopped\n"], "access failed"),
    (
      [
        "shop/invariants.lua": "invariant(\"stays away\", function() return stage.top() == nil end)"
      ],
      "wander failed"
    ),
  ])
  func `a bundle that fails its proof is not written`(
    files: [String: String],
    reason: String
  ) async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try folder.write(files)
    let run = try await folder.bundle(1)
    #expect(run.status == 1)
    #expect(run.lines.contains(reason), "\(run.output)\(run.errors)")
    #expect(run.lines.last == "no bundle was written")
    #expect(!FileManager.default.fileExists(atPath: folder.scratch["shop-1.tar"].path))
  }

  @Test func `settings leave out check and the walk`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try folder.write([
      "shop/main.lua": "local function f() return g() end\n" + ReleaseFolder.main("Home"),
      "shop/.moonroute.json": #"{ "release": { "wander": 0, "check": "off" } }"#,
    ])
    let run = try await folder.bundle(1, "--json")
    #expect(run.status == 0)
    let json = try JSON(reading: run.output)
    #expect(json["proof"].items.map { $0["name"].text } == ["smoke specs"])
    try folder.write(["shop/.moonroute.json": #"{ "release": { "wonder": 0 } }"#])
    let wrong = try await folder.bundle(1)
    #expect(wrong.status == 2)
    #expect(
      wrong.errors.contains(
        "shop/.moonroute.json: 'release.wonder' is not a setting. Did you mean 'wander'?"
      )
    )
  }

  @Test func `opened doors are approved by their exact number`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    let open = ReleaseFolder.main("Home").replacing("session.user ~= nil", with: "true")
    try folder.write([
      "shop/main.lua": open + "router.route { name = \"new\", path = \"/new\", view = \"New\" }\n"
    ])
    #expect(try await folder.bundle(2).status == 0)
    for count in ["0", "1", "3"] {
      let run = try await folder.release(2, "--opens", count)
      #expect(run.status == 1)
      #expect(
        run.lines == [
          "this release opens 2 doors since version 1:",
          "  anybody  /orders (orders)   before: stopped",
          "  anybody  /new (new)   before: not there",
          "not released: approve with --opens 2",
        ]
      )
    }
    #expect(try await folder.release(2, "--opens", "2").status == 0)
    let json = try await folder.release(2, "--opens", "2", "--json")
    #expect(try JSON(reading: json.output)["doors"].items.count == 2)
  }

  @Test func `links that die are approved by their exact number`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    let renamed = ReleaseFolder.main("Home").replacing("path = \"/\"", with: "path = \"/start\"")
    try folder.write([
      "shop/main.lua": renamed, "links.txt": "/\n/\n/orders\n/start\n/nowhere\n",
      "shop/spec/smoke/start_spec.lua":
        "it('opens', function() assert.opened(router.open('/start'), 'home') end)",
    ])
    #expect(try await folder.bundle(2).status == 0)
    let lines = [
      "5 links: 2 end as before, 1 end elsewhere, 2 are dead now",
      "  dead  2 × opened home → not_found", "  moved  1 × not_found → opened home",
    ]
    for count in ["0", "1", "3"] {
      let run = try await folder.release(
        2,
        "--opens",
        "1",
        "--shadow",
        "links.txt",
        "--shadow-dead",
        count
      )
      #expect(run.status == 1)
      #expect(Array(run.lines.dropFirst(2).prefix(3)) == lines, "\(run.output)\(run.errors)")
      #expect(run.lines.last == "not released: approve with --opens 1 --shadow-dead 2")
    }
    let json = try await folder.release(
      2,
      "--opens",
      "1",
      "--shadow",
      "links.txt",
      "--shadow-dead",
      "2",
      "--json",
      "--all"
    )
    #expect(json.status == 0)
    let shadow = try JSON(reading: json.output)["shadow"]
    #expect(shadow["dead"].int == 2)
    #expect(shadow["changes"].items.map { $0["example"].text } == ["/", "/start"])
  }

  @Test func `each key signs its own role alone`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    let run = try await folder.channel("publish", "1", key: "keys/release.pem")
    #expect(run.status == 2)
    #expect(run.errors.contains("is not a key of the role 'channels' of this depot."))
    #expect(run.errors.contains("See 'moonroute channel publish --help'"))
  }

  @Test func `new keys sign, old ones do not, and the first root still verifies`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    let one = try await folder.moonroute(
      "keys",
      "rotate",
      "--depot",
      "public",
      "--output",
      "keys2",
      "--only",
      "channel"
    )
    #expect(one.status == 0, "\(one.errors)")
    #expect(one.output.contains("keys2/channel.pem  replaces the old key"))
    let old = try await folder.channel("pause")
    #expect(old.status == 2)
    #expect(old.errors.contains("channel"), "\(old.errors)")
    let new = try await folder.channel("pause", key: "keys2/channel.pem")
    #expect(new.status == 0, "\(new.errors)")
    try await folder.copyKey("keys2/channel.pem", to: "keys/channel.pem")
    let all = try await folder.moonroute("keys", "rotate", "--depot", "public", "--output", "keys3")
    #expect(all.status == 0, "\(all.errors)")
    for root in ["keys/1.root.json", "keys2/2.root.json", "keys3/3.root.json"] {
      let verified = try await folder.moonroute("verify", "public", "--root", root)
      #expect(verified.status == 0, "\(root): \(verified.errors)")
    }
  }

  @Test func `a rotation without the old root key changes nothing`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.copyKey("keys/release.pem", to: "keys/root.pem")
    let run = try await folder.moonroute("keys", "rotate", "--depot", "public", "--output", "keys2")
    #expect(run.status == 2)
    #expect(run.errors.contains("root"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.scratch.folder.path + "/keys2/root.pem"))
    #expect(
      !FileManager.default
        .fileExists(atPath: folder.scratch.folder.path + "/public/metadata/2.root.json")
    )
  }

  @Test func `a command can sign instead of a file`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    let sign =
      "cat > bytes && openssl pkeyutl -sign -rawin -inkey keys/channel.pem -in bytes | od -An -v -tx1"
    for (signer, status) in [(sign, Int32(0)), ("cat > bytes", 2), ("exit 3", 2)] {
      let run = try await folder.moonroute(
        "channel",
        "pause",
        "--channel",
        "stable",
        "--depot",
        "public",
        "--signer",
        signer
      )
      #expect(run.status == status, "\(run.errors)")
    }
    let verify = try await folder.moonroute("verify", "public", "--root", "keys/1.root.json")
    #expect(verify.lines.contains("✓ stable → paused"))
  }

  @Test func `shares, rollbacks and pauses are published`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    let none = try await folder.channel("rollback")
    #expect(none.status == 2)
    #expect(none.errors.contains("offers nothing before its newest release."))
    try folder.write(["shop/main.lua": ReleaseFolder.main("Start")])
    #expect(try await folder.bundle(2).status == 0)
    #expect(try await folder.release(2).status == 0)
    let rows: [(arguments: [String], line: String)] = [
      (["publish", "2", "--share", "0.5%"], "stable #3: 0.5 % on 2, 99.5 % on 1"),
      (["publish", "2", "--share", "25"], "stable #4: 25 % on 2, 75 % on 1"),
      (["publish", "2"], "stable #5: 100 % on 2"),
      (["rollback"], "stable #6: 100 % on 1"),
      (["rollback", "--to", "2"], "stable #7: 100 % on 2"),
      (["rollback", "--to", "embedded"], "stable #8: each host uses the rules of its program"),
      (["resume"], "stable #9: 100 % on 2"),
      (["pause"], "stable #10: paused: each host keeps its rules"),
    ]
    for row in rows {
      let run = try await CommandRun.moonroute(
        ["channel"] + row.arguments
          + ["--channel", "stable", "--depot", "public", "--key", "keys/channel.pem"],
        in: folder.scratch.folder
      )
      #expect(run.output == row.line + "\n", "\(row.arguments) \(run.errors)")
    }
    let unknown = try await folder.channel("publish", "7")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("No bundle of version 7 is admitted. Admitted: 1, 2."))
    let renewed = try await folder.moonroute(
      "channel",
      "renew",
      "--depot",
      "public",
      "--key",
      "keys/channel.pem"
    )
    #expect(renewed.output == "stable #11: paused: each host keeps its rules\n")
    let status = try await folder.moonroute("channel", "status", "--depot", "public")
    #expect(status.output == renewed.output)
  }

  @Test(arguments: ["timestamp.json", "2.snapshot.json", "1.targets.json", "2.channels.json"])
  func `a changed file of a depot fails the verification`(file: String) async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    let path = folder.scratch["public/metadata/\(file)"]
    var bytes = try Data(contentsOf: path)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: path)
    let run = try await folder.moonroute("verify", "public", "--root", "keys/1.root.json")
    #expect(run.status == 1)
    #expect(run.lines.last?.hasPrefix("✗ metadata/\(file)") == true, "\(run.output)")
  }

  @Test func `wrong files and options of releases are named, with the right ones`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    #expect(try await folder.bundle(2).status == 0)
    try folder.write(["none.txt": "\n"])
    let release = ["release", "shop-2.tar", "--depot", "public", "--key", "keys/release.pem"]
    let rows: [(arguments: [String], message: String)] = [
      (
        ["verify", "public", "--root", "keys/root.pem"],
        "Or give --root the file that 'moonroute keys new' wrote, such as keys/1.root.json."
      ),
      (
        ["verify", "nowhere", "--root", "keys/1.root.json"],
        "'nowhere' does not exist. Give the folder that contains 'metadata'."
      ),
      (release + ["--signer", "cat"], "--key and --signer cannot be combined. Give only one."),
      (
        release + ["--shadow", "none.txt"],
        "'none.txt' contains no link. Give --shadow a list of links, a log or a sitemap."
      ),
    ]
    for row in rows {
      let run = try await CommandRun.moonroute(row.arguments, in: folder.scratch.folder)
      #expect(run.status == 2, "\(row.arguments)")
      #expect(run.errors.contains(row.message), "\(row.arguments) \(run.errors)")
    }
  }

  @Test func `a bundle is a side of diff, and the rules of a host`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    #expect(try await folder.bundle(1).status == 0)
    try folder.write(["shop/main.lua": ReleaseFolder.main("Start")])
    let run = try await folder.moonroute("diff", "shop", "shop-1.tar", "shop", "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#""kind":"view""#))
    try folder.write(["broken.tar": "no archive"])
    let broken = try await folder.moonroute("diff", "shop", "broken.tar")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("'broken.tar' is not a bundle: "))
  }
}
#endif

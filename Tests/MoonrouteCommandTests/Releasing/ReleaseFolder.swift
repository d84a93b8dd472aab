#if Command && Releases
import Foundation
import TestSupport
import Testing

/// A folder with an application `shop`, its keys and its depot.
struct ReleaseFolder {
  let scratch: Scratch

  static let smoke = """
    it("opens the start", function() assert.opened(router.open("/"), "home") end)
    """

  init() throws {
    scratch = try Scratch()
    try write(["shop/main.lua": Self.main("Home"), "shop/spec/smoke/start_spec.lua": Self.smoke])
  }

  static func main(_ view: String) -> String {
    """
    router.route { name = "home", path = "/", view = "\(view)" }
    router.route { name = "orders", path = "/orders", view = "Orders" }
    router.guard("orders", function() return session.user ~= nil end)

    """
  }

  func write(_ files: [String: String]) throws { try scratch.write(files) }

  func remove() { scratch.remove() }

  func moonroute(_ arguments: String...) async throws -> CommandRun {
    try await CommandRun.moonroute(arguments, in: scratch.folder)
  }

  /// Makes keys and a depot.
  func makeDepot() async throws {
    let run = try await moonroute("keys", "new", "--app", "shop", "--depot", "public")
    try #require(run.status == 0, "\(run.errors)")
  }

  /// Replaces a file of a key by another one.
  func copyKey(_ key: String, to other: String) async throws {
    let run = try await CommandRun.shell("cp \(key) \(other)", in: scratch.folder)
    try #require(run.status == 0, "\(run.errors)")
  }

  func bundle(_ version: Int, _ more: String...) async throws -> CommandRun {
    try await CommandRun.moonroute(
      ["bundle", "shop", "--version", "\(version)"] + more,
      in: scratch.folder
    )
  }

  func release(_ version: Int, _ more: String...) async throws -> CommandRun {
    try await CommandRun.moonroute(
      ["release", "shop-\(version).tar", "--depot", "public", "--key", "keys/release.pem"] + more,
      in: scratch.folder
    )
  }

  func channel(
    _ arguments: String...,
    key: String = "keys/channel.pem"
  ) async throws -> CommandRun {
    try await channel(arguments, key: key)
  }

  func channel(
    _ arguments: [String],
    key: String = "keys/channel.pem"
  ) async throws -> CommandRun {
    try await CommandRun.moonroute(
      ["channel"] + arguments + ["--channel", "stable", "--depot", "public", "--key", key],
      in: scratch.folder
    )
  }

  /// Bundles, admits and publishes a version.
  func publish(_ version: Int, view: String) async throws {
    try await publish(version, main: Self.main(view))
  }

  /// Bundles, admits and publishes a version with a text of its script.
  func publish(_ version: Int, main: String) async throws {
    try write(["shop/main.lua": main])
    for run in [
      try await bundle(version), try await release(version),
      try await channel("publish", "\(version)"),
    ] {
      try #require(run.status == 0, "\(run.errors)")
    }
  }
}
#endif

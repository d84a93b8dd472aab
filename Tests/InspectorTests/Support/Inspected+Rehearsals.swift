#if Inspector
import Foundation
import MessageStream
import Moonroute
import Rehearsal
import RuleProof
import ScriptHost
import ScriptTesting

@testable import Inspector

extension Inspected {
  /// Loads the scripts of a folder, so that rehearsals of them can be made, and records from then
  /// on.
  init(
    rehearsing folder: ScriptFolder,
    clock: LiveClock? = nil,
    settings: InspectorService.Settings = InspectorService.Settings()
  ) async throws {
    let make: RehearsalScripts.MakeHost = { application in
      try ScriptHost(
        .folder(folder.path),
        in: application,
        options: ScriptOptions(runsHeadless: true)
      )
    }
    let host = try make(
      LinkRouter(
        isolation: MainActor.shared,
        options: RouterOptions(clock: clock ?? ContinuousClock())
      )
    )
    try await host.load()
    self.host = host
    application = host.router
    subject = InspectedApplication(host.router, host: host, clock: clock, makeHost: make)
    service = InspectorService(subject, settings: settings) {}
    await subject.begin()
  }

  /// Opens a location and returns the outcome.
  @discardableResult
  func open(_ location: String) async -> JSON {
    await post("open", JSON.fields(("location", .text(location))).line).json["outcome"]
  }

  /// All result rows of some work.
  func results(
    _ kind: RehearsalWork.Kind,
    of body: String = "{}",
    at path: String? = nil
  ) async -> [JSON] {
    let stream = await stream()
    let total = await post(path ?? kind.rawValue, body).json["total"].int ?? 0
    var rows: [JSON] = []
    while rows.count < total {
      let result = await stream.next("result")
      if result["kind"].text == kind.rawValue { rows += result["rows"].items }
    }
    return rows
  }

  /// The current stage tree of the application.
  var tree: JSON { get async { await get("stage").json["stage"] } }

  /// The text of the stage of the served application.
  var drawing: String {
    get async { await service.inspected.application.perform { $0.stage.tree.description } }
  }
}

/// A folder with an application, removed with its last holder.
final class ScriptFolder: Sendable {
  static let examples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("examples")

  let path: String

  private init(_ fill: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("moonroute-rehearsals-\(UUID().uuidString)")
    path = folder.path
    try fill(folder)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A copy of an example.
  static func example(_ name: String) throws -> ScriptFolder {
    try ScriptFolder { folder in
      try FileManager.default.copyItem(at: examples.appendingPathComponent(name), to: folder)
    }
  }

  /// A folder with files.
  static func of(_ files: [String: String]) throws -> ScriptFolder {
    let folder = try ScriptFolder {
      try FileManager.default.createDirectory(at: $0, withIntermediateDirectories: true)
    }
    for (path, text) in files { try folder.write(text, to: path) }
    return folder
  }

  func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: "\(self.path)/\(path)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: "\(self.path)/\(path)")
  }

  /// Replaces part of a file.
  func replace(_ text: String, by other: String, in path: String) throws {
    let before = try read(path)
    try write(before.replacing(text, with: other), to: path)
  }

  func read(_ path: String) throws -> String {
    try String(contentsOfFile: "\(self.path)/\(path)", encoding: .utf8)
  }
}
#endif

#if Command
import ScriptHost
import ScriptTesting
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The combined settings of the arguments and the configuration file.
struct TestSettings {
  private(set) var command: TestCommand
  /// The words of the command line after the name of the command.
  private let line: [String]
  /// Whether ``files`` has the search path of the project's configuration file.
  private(set) var isSearchPathOfProject = false
  /// Whether the configuration file names the file of excluded names.
  private(set) var areNamesOfProject = false
  /// The absolute path of the configuration file, if it also runs with the specs.
  private(set) var configuration: String?

  init(_ command: TestCommand) {
    self.command = command
    // Before the current folder changes, because some words depend on existing files.
    line = Array(TestCommand.readable(RawArguments.all.dropFirst().map(RawText.text)).dropFirst())
  }

  var files: TestFileOptions { command.files }

  var narrowing: TestNarrowingOptions { command.narrowing }

  var mutation: TestMutationOptions { command.mutation }

  var tests: TestChoiceOptions { command.tests }

  var order: TestOrderOptions { command.order }

  var run: TestRunOptions { command.run }

  var output: TestOutputOptions { command.output }

  /// Changes to the requested folder, and reads the configuration file, if any.
  mutating func readConfiguration() throws(SpecProblem) {
    for folder in files.directory { try Self.move(to: folder) }
    // Reports print paths that begin at the application.
    let isHere = command.paths.flatMap(Self.roots)
      .contains { FileManager.default.fileExists(atPath: Self.place($0).path) }
    if !isHere, files.directory.isEmpty, files.configFile == nil { goUp() }
    let path = files.configFile ?? ".busted"
    // Check the link itself, because a broken link exists as well.
    guard Self.kind(of: path) != nil else {
      if files.configFile != nil { throw .noSuchPath(path) }
      return
    }
    guard FileReader.realPath(path).flatMap(Self.kind) == .typeRegular else {
      throw .notFile(path)
    }
    let read = try BustedConfiguration(path: path, isUnsafe: run.unsafe)
    if run.unsafe { configuration = FileReader.realPath(path) }
    let given = command
    let settings = try TestConfiguration(path: path, try read.task(named: files.run))
    command = try settings.command(over: given, line)
    isSearchPathOfProject = given.files.lpath.isEmpty
    areNamesOfProject = given.tests.excludeNamesFile == nil
    let folder = FileReader.realPath(".")
    for inner in given.files.directory.isEmpty ? settings.texts("directory") : [] {
      try check(inner, isBelow: folder, "directory", in: path)
      try Self.move(to: inner)
    }
    if given.paths.isEmpty {
      for root in command.paths.flatMap(Self.roots) {
        try check(root, isBelow: folder, "ROOT", in: path)
      }
    }
    try check("log-success", output.logSuccess, given.output.logSuccess, folder, in: path)
    try check("output-file", output.reportFile, given.output.reportFile, folder, in: path)
    try check("coverage-file", output.coverageFile, given.output.coverageFile, folder, in: path)
  }

  private static func move(to folder: String) throws(SpecProblem) {
    guard FileManager.default.changeCurrentDirectoryPath(folder) else {
      throw .noSuchPath(folder)
    }
  }

  /// Changes to the nearest folder above that has specs, if this folder has none.
  ///
  /// It must have the same owner, and contain an application or a configuration file.
  private func goUp() {
    func exists(_ name: String, in folder: String) -> Bool {
      FileManager.default.fileExists(atPath: "\(folder)/\(name)")
    }
    func hasSpecs(_ folder: String) -> Bool {
      exists(".busted", in: folder) || exists("spec/.", in: folder)
    }
    guard let start = FileReader.realPath("."), !hasSpecs(start), !exists("main.lua", in: start)
    else { return }
    var (folder, up) = (start, "")
    while let end = folder.lastIndex(of: "/"), folder != "/" {
      folder = end == folder.startIndex ? "/" : String(folder[..<end])
      up += up.isEmpty ? ".." : "/.."
      guard Self.owner(of: folder) == Self.owner(of: start) else { return }
      let isApplication = exists("main.lua", in: folder)
      guard isApplication || exists(".busted", in: folder) else { continue }
      if hasSpecs(folder), FileManager.default.changeCurrentDirectoryPath(folder) {
        Console.say("moonroute: running the specs in '\(up)'")
      }
      return
    }
  }

  private static func owner(of path: String) -> Int? {
    try? FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int
  }

  /// The type of the file, folder or link at a path.
  private static func kind(of path: String) -> FileAttributeType? {
    try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }

  /// Rejects a path outside of the project in the project's own file, because specs write there.
  private func check(
    _ path: String,
    isBelow folder: String?,
    _ key: String,
    in file: String
  ) throws(SpecProblem) {
    guard !run.unsafe, let folder, let real = FileReader.realPath(path) else { return }
    guard real == folder || real.path(below: folder) != nil else {
      throw .badConfiguration(
        file,
        "\(key) '\(path)' is outside of this folder. Name a place in it, or give it as an argument."
      )
    }
  }

  /// Rejects an output file outside of the project, if the project's own file sets it.
  private func check(
    _ key: String,
    _ written: String?,
    _ given: String?,
    _ folder: String?,
    in file: String
  ) throws(SpecProblem) {
    guard !run.unsafe, given == nil, let written, !Self.isFile(written, of: folder) else { return }
    throw .badConfiguration(
      file,
      "\(key) '\(written)' is not a file in this folder. Name one, or give --\(key)."
    )
  }

  private static func isFile(_ path: String, of folder: String?) -> Bool {
    let url = URL(fileURLWithPath: path)
    let name = url.lastPathComponent
    guard let folder, let parent = FileReader.realPath(url.deletingLastPathComponent().path)
    else { return false }
    let whole = "\(parent)/\(name)"
    // The target of a link may be any file.
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: whole)) != nil
    guard !isLink, let rest = whole.path(below: folder) else { return false }
    return !rest.pathParts.contains { $0.utf8.first == UInt8(ascii: ".") }
  }
}
#endif

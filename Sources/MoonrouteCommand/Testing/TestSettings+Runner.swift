#if Command
import ScriptHost
import ScriptTesting
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TestSettings {
  static let listBytes = 16 << 20

  func runner() throws -> SpecRunner {
    var runner = SpecRunner()
    if let storage = command.resources.storage {
      let storage = try StorageOptions.open(storage)
      runner.storage = { storage }
    }
    runner.memoryBytes = run.unsafe ? .max / 4 : run.memory << 20
    runner.timeLimit = .milliseconds(max(1, Int64(run.timeout * 1000)))
    runner.failsFast = run.failFast || run.keepGoing == false
    runner.isUnsafe = run.unsafe
    // A helper of busted runs once and sees the events of all files.
    let isLikeBusted = run.unsafe && (tests.bustedStrictCompat || files.helper != nil)
    runner.isolation = run.autoInsulate == false ? .shared : isLikeBusted ? .insulated : .full
    runner.jobs = run.jobs ?? defaultJobs(runner)
    runner.loadsApplications = files.app
    if run.updateSnapshots {
      runner.snapshots = .update
    } else if run.noNewSnapshots || Self.isOnCI {
      runner.snapshots = .compare
    }
    if output.coverageReport != nil { runner.coverage = SpecCoverage() }
    setSearchPaths(of: &runner)
    runner.selection = try selection()
    return runner
  }

  /// Whether a service runs the specs: the variable `CI` is set, and neither `false` nor `0`.
  private static var isOnCI: Bool {
    StandardStream.environment("CI").map { !["false", "0"].contains($0) } ?? false
  }

  /// The number of files to run in parallel: 1 if files can affect each other or if their order
  /// matters, otherwise one per processor.
  private func defaultJobs(_ runner: SpecRunner) -> Int {
    let areAlone = runner.isolation == .full && !run.unsafe && command.resources.storage == nil
    return areAlone && !runner.failsFast ? ProcessInfo.processInfo.activeProcessorCount : 1
  }

  /// Sets the search paths of modules; with Lua's libraries, Lua's own path is appended.
  private func setSearchPaths(of runner: inout SpecRunner) {
    let extra = Self.patterns(files.lpath)
    if run.unsafe {
      runner.searchPath.modules =
        extra.isEmpty ? Array(runner.searchPath.modules.prefix(3)) : extra
    } else {
      runner.searchPath.modules = extra + runner.searchPath.modules
    }
    if !isSearchPathOfProject { runner.searchPath.free = extra }
    if !files.cpath.isEmpty { runner.searchPath.native = Self.patterns(files.cpath) }
  }

  private static func patterns(_ paths: [String]) -> [String] {
    paths.flatMap { $0.split(separator: ";").map(String.init) }
  }

  private func selection() throws(SpecProblem) -> SpecSelection {
    var selection = SpecSelection()
    selection.retries = run.retries
    selection.filters = tests.filter
    selection.filtersOut = tests.filterOut
    selection.names = tests.name
    selection.tags = Self.words(tests.tags)
    selection.excludedTags = Self.words(tests.excludeTags)
    let both = Set(selection.tags).intersection(selection.excludedTags)
    if let tag = both.min() {
      throw .badConfiguration("--tags", "'\(tag)' is also in --exclude-tags. Remove it from one.")
    }
    selection.matchesTagPrefixes = tests.bustedStrictCompat
    selection.isStrict = tests.bustedStrictCompat
    selection.warnsOfUncalledAssertions = !tests.bustedStrictCompat
    selection.lists = tests.list
    selection.allowsOnly = tests.allowOnly || !Self.isOnCI
    selection.linesByFile = try linesByFile()
    selection.order.sorts = order.sortsTests
    selection.order.shuffles = order.shufflesTests
    selection.order.seed = order.seed ?? Int64.random(in: 0...0x7FFF_FFFF)
    selection.preparation.isLazy = run.lazy ?? false
    // An empty name disables the helper of the configuration.
    selection.preparation.helper = files.helper.flatMap { $0.isEmpty ? nil : $0 }
    // An empty name disables the function of the configuration, as for the helper.
    selection.preparation.beforeEach = files.beforeEach.flatMap { $0.isEmpty ? nil : $0 }
    selection.preparation.statements = files.statements
    selection.preparation.helperArguments = Self.pieces(files.helperWords)
    selection.preparation.configuration = configuration
    if run.unsafe { selection.preparation.interpreter = Self.interpreter }
    let words = CommandLine.arguments
    selection.preparation.commandLine = Array(words.prefix(1) + words.dropFirst(2))
    if let file = tests.excludeNamesFile { selection.excludedNames = try names(in: file) }
    return selection
  }

  /// The installed Lua program, preferably of our own version.
  private static var interpreter: String? {
    let folders = StandardStream.environment("PATH")?.split(separator: ":") ?? []
    return ["lua5.4", "lua-5.4", "lua54", "lua", "lua5.3", "lua5.2", "lua5.1", "luajit"].lazy
      .flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
      .first { $0.isWholePath && FileManager.default.isExecutableFile(atPath: $0) }
  }

  private func names(in file: String) throws(SpecProblem) -> [String] {
    // A file named by the project must be a regular file in its folder: a pipe could block forever.
    let isConfined = areNamesOfProject && !run.unsafe
    let reader = FileReader(
      limit: Self.listBytes,
      below: isConfined ? ["."] : nil,
      takesPipes: !areNamesOfProject
    )
    let data: [UInt8]?
    do throws(FileError) {
      data = try reader.bytes(of: file)
    } catch {
      throw .badConfiguration(file, "\(error)")
    }
    guard let data else { throw .unreadable(file) }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map(String.init)
  }

  static func pieces(_ words: [String]) -> [String] {
    words.flatMap { $0.split(separator: ",").map(String.init) }
  }

  private static func words(_ lists: [String]) -> [String] {
    lists.flatMap { list in
      list.split(separator: ",").map { $0.first == "#" ? String($0.dropFirst()) : String($0) }
    }
  }
}
#endif

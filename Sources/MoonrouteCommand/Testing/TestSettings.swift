#if Command
import ScriptHost
import ScriptTesting
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The settings of the arguments and the configuration file together.
struct TestSettings {
  private(set) var paths: [String]
  private(set) var files: TestFileOptions
  private(set) var tests: TestChoiceOptions
  private(set) var run: TestRunOptions
  private(set) var output: TestOutputOptions
  /// Whether ``files`` has the search path of the configuration file, which is the project's.
  private var isSearchPathOfProject = false

  /// The largest list of names that is read.
  private static let listBytes = 16 << 20

  /// Takes the arguments.
  init(
    paths: [String],
    files: TestFileOptions,
    tests: TestChoiceOptions,
    run: TestRunOptions,
    output: TestOutputOptions
  ) {
    self.paths = paths
    self.files = files
    self.tests = tests
    self.run = run
    self.output = output
  }

  /// Changes to the folder asked for, and reads the configuration file if there is one.
  ///
  /// - Throws: ``SpecProblem``.
  mutating func readConfiguration() throws(SpecProblem) {
    for folder in files.directory {
      guard FileManager.default.changeCurrentDirectoryPath(folder) else {
        throw .noSuchPath(folder)
      }
    }
    let path = files.configFile ?? ".busted"
    guard FileManager.default.fileExists(atPath: path) else {
      if files.configFile != nil { throw .noSuchPath(path) }
      return
    }
    let configuration = try BustedConfiguration(path: path)
    let task = try configuration.task(named: files.run)
    if paths.isEmpty { paths = task.texts("ROOT") }
    if files.pattern.isEmpty { files.pattern = task.texts("pattern") }
    if files.excludePattern.isEmpty { files.excludePattern = task.texts("exclude-pattern") }
    if files.lpath.isEmpty {
      files.lpath = task.texts("lpath")
      isSearchPathOfProject = true
    }
    if files.recursive == nil { files.recursive = task.flag("recursive") }
    if files.helper == nil { files.helper = task.texts("helper").first }
    if tests.tags.isEmpty { tests.tags = task.texts("tags") }
    if tests.excludeTags.isEmpty { tests.excludeTags = task.texts("exclude-tags") }
    if tests.filter.isEmpty { tests.filter = task.texts("filter") }
    if tests.filterOut.isEmpty { tests.filterOut = task.texts("filter-out") }
    if output.output == nil, let name = task.texts("output").first {
      guard TestOutputOptions.isHandler(name) || SpecFormat(named: name) != nil else {
        throw .badConfiguration(path, "there is no output '\(name)'")
      }
      output.output = name
    }
    if task.flag("coverage") == true { output.coverage.coverage = true }
    if let isLazy = task.flag("lazy") { run.lazy = run.lazy || isLazy }
    if let shuffles = task.flag("shuffle") { run.order.shuffle = run.order.shuffle || shuffles }
    if let keeps = task.flag("keep-going"), run.keepGoing == nil { run.keepGoing = keeps }
    if run.order.seed == nil { run.order.seed = task.integer("seed") }
    if run.repeat == 1, let count = task.integer("repeat") { run.repeat = Int(clamping: count) }
  }

  /// The runner that does what is asked for.
  ///
  /// - Throws: ``SpecProblem``, or ``ExitStatus`` when the file for resources cannot be opened.
  func runner() throws -> SpecRunner {
    var runner = SpecRunner()
    if run.resources.storage != nil {
      let storage = try run.resources.open()
      runner.storage = { storage }
    }
    runner.memoryBytes = run.unsafe ? .max / 4 : run.limits.memory << 20
    runner.timeLimit = .milliseconds(max(1, Int64(run.limits.timeout * 1000)))
    runner.failsFast = run.failFast || run.keepGoing == false
    runner.jobs = run.jobs
    runner.isUnsafe = run.unsafe
    runner.selection.retries = run.retries
    if run.snapshots.updateSnapshots {
      runner.snapshots = .update
    } else if run.snapshots.noNewSnapshots || StandardStream.environment("CI") != nil {
      runner.snapshots = .compare
    }
    if output.coverage.format != nil { runner.coverage = SpecCoverage() }
    let extra = files.lpath.flatMap { $0.split(separator: ";").map(String.init) }
    runner.searchPath = extra + runner.searchPath
    if !isSearchPathOfProject { runner.freeSearchPath = extra }
    runner.selection.filters = tests.filter
    runner.selection.filtersOut = tests.filterOut
    runner.selection.names = tests.name
    runner.selection.tags = Self.words(tests.tags)
    runner.selection.excludedTags = Self.words(tests.excludeTags)
    runner.selection.matchesTagPrefixes = tests.bustedStrictCompat
    runner.selection.preparation.isLazy = run.lazy
    runner.selection.order.sorts = run.order.sortsTests
    runner.selection.order.shuffles = run.order.shufflesTests
    runner.selection.order.seed = run.order.seed ?? Int64.random(in: 0...0x7FFF_FFFF)
    runner.selection.lists = tests.list
    runner.selection.preparation.helper = files.helper
    runner.selection.preparation.statements = files.statements
    runner.selection.warnsOfUncalledAssertions = !tests.bustedStrictCompat
    runner.selection.preparation.helperArguments = Self.pieces(files.helperWords)
    if let file = tests.excludeNamesFile {
      let reader = FileReader(limit: Self.listBytes, takesPipes: true)
      let data: [UInt8]?
      do throws(FileRefusal) {
        data = try reader.bytes(of: file)
      } catch {
        throw SpecProblem.badConfiguration(file, "\(error)")
      }
      guard let data else { throw SpecProblem.unreadable(file) }
      runner.selection.excludedNames = String(decoding: data, as: UTF8.self)
        .split(whereSeparator: \.isNewline).map(String.init)
    }
    return runner
  }

  /// The spec files, in the order in which they run.
  func specs(seed: Int64) throws(SpecProblem) -> [String] {
    var finder = SpecFinder()
    if !files.pattern.isEmpty { finder.patterns = files.pattern }
    finder.excludedPatterns = files.excludePattern
    finder.isRecursive = files.recursive ?? true
    let roots = paths.isEmpty ? ["spec"] : paths
    var found = try finder.files(in: roots)
    guard !found.isEmpty else { throw .noFiles(roots, patterns: finder.patterns) }
    if run.order.sortsFiles { found.sort() }
    if run.order.shufflesFiles {
      var generator = SeededGenerator(seed: UInt64(bitPattern: seed))
      found.shuffle(using: &generator)
    }
    return found
  }

  /// Words of which one may stand for several, with commas between them.
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

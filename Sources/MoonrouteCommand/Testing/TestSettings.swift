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
  private(set) var paths: [String]
  private(set) var files: TestFileOptions
  let narrowing: TestNarrowingOptions
  let mutation: TestMutationOptions
  private(set) var tests: TestChoiceOptions
  private(set) var order: TestOrderOptions
  private(set) var run: TestRunOptions
  private let resources: StorageOptions
  private(set) var output: TestOutputOptions
  /// Whether ``files`` has the search path of the project's configuration file.
  private var isSearchPathOfProject = false
  /// Whether the configuration file names the file of excluded names.
  private var areNamesOfProject = false
  /// The absolute path of the configuration file, if it also runs with the specs.
  private var configuration: String?

  private static let listBytes = 16 << 20

  init(_ command: TestCommand) {
    paths = command.paths
    files = command.files
    narrowing = command.narrowing
    mutation = command.mutation
    tests = command.tests
    order = command.order
    run = command.run
    resources = command.resources
    output = command.output
  }

  /// Changes to the requested folder, and reads the configuration file, if any.
  mutating func readConfiguration() throws(SpecProblem) {
    for folder in files.directory {
      guard FileManager.default.changeCurrentDirectoryPath(folder) else {
        throw .noSuchPath(folder)
      }
    }
    // Reports print paths that begin at the application.
    let isHere = paths.flatMap(Self.roots)
      .contains { FileManager.default.fileExists(atPath: Self.place($0).path) }
    if !isHere, files.directory.isEmpty, files.configFile == nil { goUp() }
    let path = files.configFile ?? ".busted"
    let folder = FileReader.realPath(".")
    // Check the link itself, because a broken link exists as well.
    guard Self.kind(of: path) != nil else {
      if files.configFile != nil { throw .noSuchPath(path) }
      return
    }
    guard FileReader.realPath(path).flatMap(Self.kind) == .typeRegular else {
      throw .notFile(path)
    }
    let configuration = try BustedConfiguration(path: path, isUnsafe: run.unsafe)
    let task = try configuration.task(named: files.run)
    if run.unsafe { self.configuration = FileReader.realPath(path) }
    let namesPaths = paths.isEmpty
    readFiles(task)
    readTests(task)
    readRun(task)
    readOutput(task, path)
    try checkPatterns(path)
    if files.directory.isEmpty, let inner = task.texts("directory").first {
      try check(inner, isBelow: folder, "directory", in: path)
      guard FileManager.default.changeCurrentDirectoryPath(inner) else {
        throw .noSuchPath(inner)
      }
    }
    if namesPaths {
      for root in paths.flatMap(Self.roots) { try check(root, isBelow: folder, "ROOT", in: path) }
    }
    if !run.unsafe, let log = task.texts("log-success").first, log == output.logSuccess,
      !Self.isFile(log, of: folder)
    {
      throw .badConfiguration(
        path,
        "log-success '\(log)' is not a file in this folder. Name one, or give --log-success."
      )
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

  /// Rejects patterns in the configuration file that Lua does not accept.
  private func checkPatterns(_ path: String) throws(SpecProblem) {
    let lists = [
      ("pattern", files.pattern), ("exclude-pattern", files.excludePattern),
      ("filter", tests.filter), ("filter-out", tests.filterOut),
    ]
    for (name, patterns) in lists {
      for pattern in patterns {
        guard let problem = TestPatterns.problem(of: pattern) else { continue }
        throw .badConfiguration(path, "'\(name)' \(problem)")
      }
    }
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

  // An argument overrides a setting of the configuration file.
  private mutating func readFiles(_ task: BustedConfiguration.Task) {
    if paths.isEmpty { paths = task.texts("ROOT") }
    files.pattern.fill(task, "pattern")
    files.excludePattern.fill(task, "exclude-pattern")
    if files.lpath.isEmpty {
      files.lpath = task.texts("lpath")
      isSearchPathOfProject = true
    }
    files.cpath.fill(task, "cpath")
    files.recursive = files.recursive ?? task.flag("recursive")
    files.app = files.app ?? task.flag("app")
    files.helper = files.helper ?? task.texts("helper").first { !$0.isEmpty }
    files.helperWords.fill(task, "Xhelper")
    files.statements.fill(task, "e")
  }

  private mutating func readTests(_ task: BustedConfiguration.Task) {
    tests.tags.fill(task, "tags")
    tests.excludeTags.fill(task, "exclude-tags")
    tests.filter.fill(task, "filter")
    tests.filterOut.fill(task, "filter-out")
    tests.name.fill(task, "name")
    if tests.excludeNamesFile == nil, let file = task.texts("exclude-names-file").first {
      tests.excludeNamesFile = file
      areNamesOfProject = true
    }
    tests.list = tests.list || task.flag("list") ?? false
  }

  private mutating func readRun(_ task: BustedConfiguration.Task) {
    run.lazy = run.lazy ?? task.flag("lazy")
    run.keepGoing = run.keepGoing ?? task.flag("keep-going")
    run.autoInsulate = run.autoInsulate ?? task.flag("auto-insulate")
    readOrder(task)
  }

  private mutating func readOrder(_ task: BustedConfiguration.Task) {
    order.repeat =
      order.repeat ?? task.integer("repeat").map { Int(clamping: min(max($0, 1), 1_000_000)) }
    order.seed = order.seed ?? task.integer("seed")
    // An argument for both orders overrides a setting for one of them.
    order.shuffleFiles = order.shuffleFiles ?? order.shuffle ?? task.flag("shuffle-files")
    order.shuffleTests = order.shuffleTests ?? order.shuffle ?? task.flag("shuffle-tests")
    order.sortFiles = order.sortFiles ?? order.sort ?? task.flag("sort-files")
    order.sortTests = order.sortTests ?? order.sort ?? task.flag("sort-tests")
    order.shuffle = order.shuffle ?? task.flag("shuffle")
    order.sort = order.sort ?? task.flag("sort")
  }

  private mutating func readOutput(_ task: BustedConfiguration.Task, _ path: String) {
    if output.output == nil, let name = task.texts("output").first {
      if TestOutputOptions.isHandler(name) || SpecFormat(named: name) != nil {
        output.output = name
      } else {
        Console.tell("moonroute: \(path): there is no output '\(name)'; the default is used")
      }
    }
    output.coverage = output.coverage ?? task.flag("coverage")
    output.verbose = output.verbose ?? task.flag("verbose")
    output.suppressPending = output.suppressPending ?? task.flag("suppress-pending")
    output.deferPrint = output.deferPrint ?? task.flag("defer-print")
    output.logSuccess = output.logSuccess ?? task.texts("log-success").first
    output.outputWords.fill(task, "Xoutput")
  }

  func runner() throws -> SpecRunner {
    var runner = SpecRunner()
    if let storage = resources.storage {
      let storage = try StorageOptions.open(storage)
      runner.storage = { storage }
    }
    runner.memoryBytes = run.unsafe ? .max / 4 : run.memory << 20
    runner.timeLimit = .milliseconds(max(1, Int64(run.timeout * 1000)))
    runner.failsFast = run.failFast || run.keepGoing == false
    runner.jobs = run.jobs
    runner.isUnsafe = run.unsafe
    // A helper of busted runs once and sees the events of all files.
    let isLikeBusted = run.unsafe && (tests.bustedStrictCompat || files.helper != nil)
    runner.isolation = run.autoInsulate == false ? .shared : isLikeBusted ? .insulated : .full
    runner.loadsApplications = files.app
    if run.updateSnapshots {
      runner.snapshots = .update
    } else if run.noNewSnapshots || StandardStream.environment("CI") != nil {
      runner.snapshots = .compare
    }
    if output.coverageReport != nil { runner.coverage = SpecCoverage() }
    setSearchPaths(of: &runner)
    runner.selection = try selection()
    return runner
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
    selection.allowsOnly = tests.allowOnly || StandardStream.environment("CI") == nil
    selection.linesByFile = try linesByFile()
    selection.order.sorts = order.sortsTests
    selection.order.shuffles = order.shufflesTests
    selection.order.seed = order.seed ?? Int64.random(in: 0...0x7FFF_FFFF)
    selection.preparation.isLazy = run.lazy ?? false
    selection.preparation.helper = files.helper
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

  private var finder: SpecFinder {
    var finder = SpecFinder()
    if !files.pattern.isEmpty { finder.patterns = files.pattern }
    // An empty pattern disables the pattern of the configuration.
    finder.excludedPatterns = files.excludePattern.filter { !$0.isEmpty }
    finder.isRecursive = files.recursive ?? true
    return finder
  }

  private var roots: [String] { paths.isEmpty ? ["spec"] : paths.flatMap(Self.roots) }

  /// The files that contain tests but are not named like spec files.
  ///
  /// Empty if patterns are given.
  var misnamedSpecs: [String] { files.pattern.isEmpty ? finder.misnamed(in: specPaths) : [] }

  /// The paths without lines, each once.
  private var specPaths: [String] {
    var known: Set<String> = []
    return roots.map { Self.place($0).path }.filter { known.insert($0).inserted }
  }

  /// The lines of files in arguments such as `spec/cart_spec.lua:12`.
  private func linesByFile() throws(SpecProblem) -> [String: [Int]] {
    var lines: [String: [Int]] = [:]
    var whole: Set<String> = []
    for place in roots.map(Self.place) {
      guard let line = place.line else {
        whole.insert(place.path)
        continue
      }
      for file in try finder.files(in: [place.path]) { lines[file, default: []].append(line) }
    }
    for file in try finder.files(in: Array(whole)) { lines[file] = nil }
    return lines
  }

  /// Splits a line from the path of an existing file.
  private static func place(_ root: String) -> (path: String, line: Int?) {
    let files = FileManager.default
    guard !files.fileExists(atPath: root) else { return (root, nil) }
    let parts = root.split(separator: ":", omittingEmptySubsequences: true)
    guard parts.count > 1, let line = Int(parts[parts.count - 1]), line > 0 else {
      return (root, nil)
    }
    let path = String(root[..<parts[parts.count - 1].startIndex].dropLast())
    let isFile = files.fileExists(atPath: path) && !files.fileExists(atPath: path + "/.")
    return isFile ? (path, line) : (root, nil)
  }

  /// The spec files, in the order of execution.
  func specs(seed: Int64) throws(SpecProblem) -> [String] {
    let (finder, roots) = (finder, specPaths)
    var found = try finder.files(in: roots)
    guard !found.isEmpty else { throw .noFiles(roots, patterns: finder.patterns) }
    if order.sortsFiles { found.sort() }
    if order.shufflesFiles {
      var generator = SeededGenerator(seed: UInt64(bitPattern: seed))
      found.shuffle(using: &generator)
    }
    return found
  }

  /// The paths in one argument: a comma-separated list, as in busted, if it is not a path.
  private static func roots(_ word: String) -> [String] {
    guard !FileManager.default.fileExists(atPath: word) else { return [word] }
    let roots = word.split(separator: ",").map(String.init)
    return roots.isEmpty ? [word] : roots
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

extension [String] {
  /// Sets an option from the configuration file, unless it has values already.
  fileprivate mutating func fill(_ task: BustedConfiguration.Task, _ name: String) {
    if isEmpty { self = task.texts(name) }
  }
}
#endif

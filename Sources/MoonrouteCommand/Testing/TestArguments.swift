#if Command
/// Reads the arguments of `moonroute test` that hold no surprise.
///
/// Describing a command to the parser of arguments takes as long as running a small spec. What is
/// plain is read here, in the same sense; all else, mistakes included, is the parser's.
struct TestArguments {
  private var settings = TestSettings()
  private var rest: ArraySlice<String>

  private init(_ arguments: ArraySlice<String>) { rest = arguments }

  /// The settings that some arguments ask for.
  ///
  /// - Parameter arguments: All arguments, the name of the subcommand first.
  /// - Returns: `nil` for what is not plain.
  static func settings(_ arguments: [String]) -> TestSettings? {
    guard arguments.first == "test" else { return nil }
    var reader = TestArguments(arguments.dropFirst())
    guard reader.readAll(), reader.settings.run.problem == nil,
      reader.settings.output.problem == nil
    else { return nil }
    return reader.settings
  }

  private mutating func readAll() -> Bool {
    while let argument = rest.popFirst() {
      guard !argument.isEmpty else { return false }
      guard argument.first == "-" else {
        settings.paths.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      if argument.hasPrefix("--"), parts.count == 2 {
        guard setValue(parts[0], parts[1]) else { return false }
      } else if !setFlag(argument) {
        guard let value = rest.popFirst(), !value.isEmpty, value.first != "-",
          argument != "--coverage", setValue(argument, value)
        else { return false }
      }
    }
    return true
  }

  private mutating func setFlag(_ name: String) -> Bool {
    switch name {
    case "-c", "--coverage": settings.output.coverage = true
    case "-v", "--verbose": settings.output.verbose = true
    case "--json": settings.output.json = true
    case "--no-color": settings.output.noColor = true
    case "--suppress-pending": settings.output.suppressPending = true
    case "-l", "--list": settings.tests.list = true
    case "--pass-with-no-tests": settings.tests.passWithNoTests = true
    case "--busted-strict-compat": settings.tests.bustedStrictCompat = true
    case "--shuffle": settings.run.shuffle = true
    case "--sort": settings.run.sort = true
    case "--lazy": settings.run.lazy = true
    case "--unsafe": settings.run.unsafe = true
    case "--fail-fast": settings.run.failFast = true
    case "-w", "--watch": settings.run.watch = true
    case "--update-snapshots": settings.run.updateSnapshots = true
    case "--no-new-snapshots": settings.run.noNewSnapshots = true
    default: return false
    }
    return true
  }

  private mutating func setValue(_ name: String, _ value: String) -> Bool {
    switch name {
    case "-o", "--output", "--format": settings.output.output = value
    case "--output-file": settings.output.outputFile = value
    case "--coverage", "--coverage-format": settings.output.coverageFormat = value
    case "--coverage-file": settings.output.coverageFile = value
    case "-t", "--tags": settings.tests.tags.append(value)
    case "--exclude-tags": settings.tests.excludeTags.append(value)
    case "--filter": settings.tests.filter.append(value)
    case "--filter-out": settings.tests.filterOut.append(value)
    case "--name": settings.tests.name.append(value)
    case "-p", "--pattern": settings.files.pattern.append(value)
    case "--exclude-pattern": settings.files.excludePattern.append(value)
    case "-C", "--directory": settings.files.directory.append(value)
    case "-m", "--lpath": settings.files.lpath.append(value)
    case "--helper": settings.files.helper = value
    case "-j", "--jobs": return Self.set(&settings.run.jobs, Int(value))
    case "--retries": return Self.set(&settings.run.retries, Int(value))
    case "--repeat": return Self.set(&settings.run.repeat, Int(value))
    case "--seed": return Self.set(&settings.run.seed, Int64(value))
    case "--timeout": return Self.set(&settings.run.timeout, Double(value))
    default: return false
    }
    return true
  }

  /// Sets what can be read.
  private static func set<Value>(_ target: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    target = value
    return true
  }

  /// The same for what need not be set.
  private static func set<Value>(_ target: inout Value?, _ value: Value?) -> Bool {
    guard let value else { return false }
    target = value
    return true
  }
}
#endif

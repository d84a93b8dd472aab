#if Command
import ArgumentParser
import ScriptTesting
import TextTools

/// The options of a task in a configuration file, which the command line overrides.
///
/// The options of ``TestCommand`` define their names, kinds and limits.
struct TestConfiguration {
  let path: String
  private let task: BustedConfiguration.Task
  private let options: [String: ToolDescription.Argument]

  /// Options that only the command line sets: they choose the file or the task, grant access or
  /// resources, or run git in the project.
  private static let ownOfCommandLine: Set<String> = [
    "config-file", "run", "unsafe", "storage", "memory", "timeout", "changed", "mutate-since",
    "help",
  ]

  /// Options of ordinary runs, which do not apply when the command line changes rules.
  private static let notForMutation = [
    "watch", "list", "repeat", "update-snapshots", "coverage", "coverage-format", "coverage-file",
    "coverage-threshold", "output", "format",
  ]

  /// The options with special handling: the paths, and the working folder.
  private static let folders: Set<String> = ["ROOT", "directory"]

  init(path: String, _ task: BustedConfiguration.Task) throws(SpecProblem) {
    self.path = path
    self.task = task
    do {
      options = try Self.options(of: TestCommand.self)
    } catch {
      throw .badConfiguration(path, "\(error)")
    }
  }

  private static func options(
    of type: (some ParsableArguments).Type
  ) throws -> [String: ToolDescription.Argument] {
    var options: [String: ToolDescription.Argument] = [:]
    for option in try ToolDescription(json: type._dumpHelp()).command.arguments ?? [] {
      let names = option.names ?? []
      let longer = names.filter { $0.kind != "short" }
      for name in longer.isEmpty ? names : longer { options[name.name] = option }
    }
    return options
  }

  func texts(_ name: String) -> [String] { task.texts(name) }

  /// Returns the command with the options of the task.
  ///
  /// - Parameters:
  ///   - given: The command, parsed from the command line.
  ///   - line: The words of the command line.
  /// - Returns: The command.
  /// - Throws: ``SpecProblem/badConfiguration(_:_:)`` for an unknown name or a wrong value.
  func command(over given: TestCommand, _ line: [String]) throws(SpecProblem) -> TestCommand {
    let overridden = Self.overridden(by: given)
    let meaningless = (try? Self.options(of: TestBustedOptions.self)) ?? [:]
    var pieces: [(name: String, words: [String])] = []
    var unused: [String] = []
    for (name, value) in task.values.sorted(by: { $0.key < $1.key }) {
      if meaningless[name] != nil, !Self.ownOfCommandLine.contains(name) {
        unused.append("'\(name)'")
        continue
      }
      let words = try words(name, value)
      guard !overridden.contains(name), isKnownOutput(name, value) else { continue }
      pieces.append((name, words))
    }
    if !unused.isEmpty {
      let verb = unused.count == 1 ? "has" : "have"
      Console.tell("moonroute: \(path): \(unused.joined(separator: ", ")) \(verb) no effect here")
    }
    do {
      var command = try TestCommand.parse(pieces.flatMap(\.words) + line)
      if command.paths.isEmpty { command.paths = texts("ROOT") }
      return command
    } catch {
      for (name, words) in pieces {
        if let problem = Self.problem(of: words) {
          throw .badConfiguration(path, Self.asSetting(problem, name))
        }
      }
      throw .badConfiguration(path, TestCommand.message(for: error))
    }
  }

  /// The parser's error for the words of an option, or `nil`.
  private static func problem(of words: [String]) -> String? {
    do {
      _ = try TestCommand.parse(words)
      return nil
    } catch {
      return TestCommand.message(for: error)
    }
  }

  /// An error of the parser, with the option's name from the file.
  private static func asSetting(_ problem: String, _ name: String) -> String {
    guard let start = problem.firstRange(of: "--\(name)") else { return problem }
    let rest = problem[start.upperBound...]
    if problem[..<start.lowerBound].hasSuffix("'"), let end = rest.firstIndex(of: "'") {
      return problem[..<start.lowerBound] + name + rest[end...]
    }
    return problem[..<start.lowerBound] + "'\(name)'" + rest
  }

  /// Whether the option is not an unknown output format, for which the default one is used.
  private func isKnownOutput(_ name: String, _ value: BustedConfiguration.Value) -> Bool {
    guard name == "output" || name == "format", case .text(let format) = value,
      !TestOutputOptions.isHandler(format), SpecFormat(named: format) == nil
    else { return true }
    Console.tell("moonroute: \(path): there is no output '\(format)'; the default is used")
    return false
  }

  /// The options that the command line sets itself, in other words or as a list.
  private static func overridden(by given: TestCommand) -> Set<String> {
    let (files, tests, order) = (given.files, given.tests, given.order)
    let (run, output) = (given.run, given.output)
    let reasons: [(Bool, [String])] = [
      (!files.pattern.isEmpty, ["pattern"]), (!files.excludePattern.isEmpty, ["exclude-pattern"]),
      (!files.lpath.isEmpty, ["lpath"]), (!files.cpath.isEmpty, ["cpath"]),
      (!files.statements.isEmpty, ["e"]), (!files.helperWords.isEmpty, ["Xhelper"]),
      (!tests.tags.isEmpty, ["tags"]), (!tests.excludeTags.isEmpty, ["exclude-tags"]),
      (!tests.filter.isEmpty, ["filter"]), (!tests.filterOut.isEmpty, ["filter-out"]),
      (!tests.name.isEmpty, ["name"]), (!output.outputWords.isEmpty, ["Xoutput"]),
      (order.shuffle != nil, ["shuffle-files", "shuffle-tests"]),
      (order.sort != nil, ["sort-files", "sort-tests"]),
      (run.keepGoing != nil, ["fail-fast"]), (run.failFast, ["keep-going"]),
      (output.output != nil, ["json"]), (output.json, ["output", "format"]),
      (
        output.coverageFormat != nil || output.coverageFile != nil
          || output.coverageThreshold != nil, ["coverage"]
      ),
      (given.mutation.isWanted, notForMutation),
    ]
    return Set(reasons.filter(\.0).flatMap(\.1)).union(folders)
  }

  /// The words of a command line for an option.
  private func words(
    _ name: String,
    _ value: BustedConfiguration.Value
  ) throws(SpecProblem) -> [String] {
    if name == "ROOT" {
      _ = try texts(name, value, isList: true)
      return []
    }
    guard let option = options[name] else {
      let hint = NearestNames.hint(for: name, among: options.keys)
      throw .badConfiguration(
        path,
        "'\(name.printable)' is not an option."
          + (hint.isEmpty ? " See 'moonroute test --help'." : hint)
      )
    }
    guard !Self.ownOfCommandLine.contains(name) else {
      throw .badConfiguration(path, "'\(name)' works only on the command line: give --\(name).")
    }
    let spelling = option.names?.first { $0.name == name }?.spelling ?? "--\(name)"
    guard option.kind == "flag" else {
      return try texts(name, value, isList: option.isRepeating)
        .flatMap { text in
          spelling.hasPrefix("--") && !text.isEmpty ? ["\(spelling)=\(text)"] : [spelling, text]
        }
    }
    guard case .flag(let isOn) = value else { throw wrong(name, "true or false", value) }
    let opposite = name.hasPrefix("no-") ? String(name.dropFirst(3)) : "no-\(name)"
    return isOn ? [spelling] : options[opposite] == nil ? [] : ["--\(opposite)"]
  }

  /// The values of an option that takes one string, or several.
  private func texts(
    _ name: String,
    _ value: BustedConfiguration.Value,
    isList: Bool
  ) throws(SpecProblem) -> [String] {
    switch value {
    case .text(let text): return [text]
    case .list(let texts) where isList: return texts
    default:
      throw wrong(name, "a text or a number" + (isList ? ", or a list of them" : ""), value)
    }
  }

  private func wrong(
    _ name: String,
    _ wanted: String,
    _ value: BustedConfiguration.Value
  ) -> SpecProblem {
    let got =
      switch value {
      case .flag(let isOn): "\(isOn)"
      case .text(let text): "'\(text.printable)'"
      case .list: "a list"
      case .other(let kind): "a \(kind)"
      }
    return .badConfiguration(path, "'\(name)' takes \(wanted), but got \(got).")
  }
}
#endif

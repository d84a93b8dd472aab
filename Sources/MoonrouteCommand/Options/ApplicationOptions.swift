#if Command
import ArgumentParser
import Moonroute
import Rehearsal
import RoutePatterns
import RuleProof
import ScriptHost
import TextTools

extension ArgumentHelp {
  static var application: ArgumentHelp { ArgumentHelp("The application.", valueName: "app") }

  static var firstLocations: ArgumentHelp {
    ArgumentHelp("The locations to open first, in order.", valueName: "location")
  }
}

struct ApplicationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The memory that the scripts may use.", valueName: "MiB")
  )
  var memory = HeadlessScripts.memoryBytes >> 20

  @Option(
    help: ArgumentHelp(
      "The processor time of each decision or handler, including all its steps between waits.",
      valueName: "MS"
    )
  )
  var cpu = Int(HeadlessScripts.computingTime / .milliseconds(1))

  @Option(
    help: ArgumentHelp(
      "The minimum level of the log: debug, info, warn, error, or none.",
      valueName: "level"
    )
  )
  var log = LogChoice.debug

  @Flag(help: "Measure the steps of each open and show the times; --json always shows them.")
  var times = false

  // Without a group: the parser would check a nested group 25 times in a debug build.
  @Option(help: StorageOptions.help) var storage: String?

  @Flag(help: "Give the scripts all Lua libraries and no limits.")
  var unsafe = false

  func validate() throws {
    guard (1...3_600_000).contains(cpu) else {
      throw ValidationError("--cpu takes 1 to 3600000 milliseconds, but got \(cpu).")
    }
    guard (1...65_536).contains(memory) else {
      throw ValidationError("--memory takes 1 to 65536 MiB, but got \(memory).")
    }
  }

  /// Creates the host of an application, by default of the current folder, without loading.
  @MainActor
  func host(
    of path: String?,
    console: Console,
    clock: any Clock<Duration> = ContinuousClock(),
    loadsParts: Bool = true
  ) async throws -> ScriptHost {
    let source: ScriptSource
    do throws(ScriptProblems) {
      source = try ScriptSource.at(path ?? ".")
    } catch {
      console.reportLoading(error.problems)
      throw ExitStatus.notLoaded
    }
    if case .file(let file) = source.kind, !file.hasSuffix(".lua") {
      throw ValidationError(
        "'\(file)' is neither a folder with main.lua nor a .lua file."
      )
    }
    if unsafe {
      console.say(
        "moonroute: UNSAFE: the scripts may read and write files, start programs, and use any"
      )
      console.say(
        "moonroute: UNSAFE: amount of time and memory. Use this only with your own scripts."
      )
    }
    var scripts = scripts(source)
    let storage = try StorageOptions.open(storage)
    scripts.makeStorage = { storage }
    scripts.isUnsafe = unsafe
    scripts.loadsParts = loadsParts
    scripts.log = { [log] in if log.shows($0.level) || $0.failure != nil { console.log($0) } }
    return try scripts.host(in: try LinkRouter(options: RouterOptions(clock: clock)))
  }

  @MainActor
  func load(
    _ path: String?,
    console: Console,
    clock: any Clock<Duration> = ContinuousClock(),
    loadsParts: Bool = true
  ) async throws -> ScriptHost {
    let host = try await host(
      of: path,
      console: console,
      clock: clock,
      loadsParts: loadsParts
    )
    do throws(ScriptProblems) {
      for warning in try await host.load() { console.report(warning) }
    } catch {
      console.reportLoading(error.problems)
      let problems = counted(error.problems.count { $0.severity == .error }, "problem")
      if !console.isJSON {
        let name = (path ?? ".").printable
        console.say(Console.lines("moonroute: the scripts of '\(name)' do not load: \(problems)"))
      }
      throw ExitStatus.notLoaded
    }
    return host
  }
}

extension ApplicationOptions {
  /// The scripts with the limits of the options, in the sandbox and with resources in memory.
  func scripts(_ source: ScriptSource) -> HeadlessScripts {
    var scripts = HeadlessScripts(source)
    scripts.memoryBytes = memory << 20
    scripts.computingTime = .milliseconds(cpu)
    return scripts
  }

  /// Rejects full access and stored resources for a command that rehearses.
  func validateRehearsal(by command: String, which does: String) throws {
    if unsafe { throw ValidationError("'\(command)' \(does). Leave out --unsafe.") }
    guard storage == nil else {
      throw ValidationError("'\(command)' keeps resources in memory. Leave out --storage.")
    }
  }

  /// The scripts of a host for rehearsals.
  func rehearsalScripts(of host: ScriptHost, at path: String?) async throws -> RehearsalScripts {
    await RehearsalScripts(of: host, makeHost: rehearsalHosts(of: try .at(path ?? ".")))
  }

  /// Creates hosts of the same scripts with the same limits for rehearsals.
  ///
  /// Their log is discarded.
  func rehearsalHosts(of source: ScriptSource) -> RehearsalScripts.MakeHost {
    let scripts = scripts(source)
    return { try scripts.silentHost(in: $0) }
  }
}

enum LogChoice: String, ExpressibleByArgument, CaseIterable {
  case debug, info, warn, error, none

  func shows(_ level: LogEntry.Level) -> Bool {
    guard let least = LogEntry.Level(rawValue: rawValue) else { return false }
    let levels = LogEntry.Level.allCases
    return levels.firstIndex(of: level).map { $0 >= levels.firstIndex(of: least) ?? 0 } ?? true
  }
}
#endif

#if Command && LinkService
import ArgumentParser
import LinkFiles
import LinkService
import MessageStream
import Moonroute
import ScriptHost
import TextTools

struct HostCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Resolves links over HTTP.",
    discussion: """
      Loads the scripts on each event loop and answers until Ctrl-C or SIGTERM: POST /v1/resolve \
      and GET /v1/resolve?link=… run guards and redirects, but build and show nothing; POST \
      /v1/match only finds the route. Also answers /v1/release, /healthz, /readyz, /metrics, \
      /openapi.json, and the links files for the apps in .moonroute.json. Reloads the scripts when \
      they change. With --from it follows the releases of a depot instead: it verifies a release \
      and runs its smoke specs, then all event loops switch to it between two requests; the \
      application, if you give one, is used before the first release. After the first signal, /readyz fails, the service still accepts requests for the \
      time of --drain, and then it finishes the running requests.

      The service has no login and no encryption: put a proxy in front of it.
      """
  )

  @Argument(help: .application, completion: .file())
  var app: String?

  @Option(
    help: ArgumentHelp("Use the scripts of a bundle.", valueName: "file"),
    completion: .file(extensions: ["tar"])
  )
  var bundle: String?

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 for any free port.")
  var port = 8080

  @Flag(help: "Run the actions of links, and answer with their values.")
  var actions = false

  @Option(
    help: ArgumentHelp(
      "How long requests are accepted after the first signal, in seconds.",
      valueName: "s"
    )
  )
  var drain = 5.0

  @Flag(help: "Poll the files, for systems that send no change notifications.")
  var poll = false

  #if Releases
  @OptionGroup var releases: HostReleaseOptions
  #endif
  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port takes 0 to 65535, but got \(port).")
    }
    guard drain >= 0, drain <= 3_600 else {
      throw ValidationError("--drain takes 0 to 3600 seconds, but got \(drain).")
    }
    guard bundle == nil || app == nil else {
      throw ValidationError("Give either an application or --bundle, not both.")
    }
    #if Releases
    guard releases.from == nil || bundle == nil else {
      throw ValidationError("Give either --bundle or --from, not both.")
    }
    #endif
    guard application.storage == nil else {
      throw ValidationError("'host' keeps resources in memory. Leave out --storage.")
    }
  }

  func perform() async throws {
    // Install the signal handlers first, so that an early signal also ends the command cleanly.
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let signals = EndSignals { end.finish() }
    #if Releases
    let service = releases.from == nil ? try await hostScripts() : try await hostReleases()
    #else
    let service = try await hostScripts()
    #endif
    for await _ in ends {}
    service.stop()
    await service.service.drain()
    await service.end()
    signals.cancel()
  }

  /// A running service, and the end of the work that changes its rules.
  struct Running {
    let service: LinkService
    let stop: () -> Void
    /// Runs after the service has closed.
    var end: () async -> Void = {}
  }

  /// Uses the scripts of the application and follows its files, or uses a bundle.
  private func hostScripts() async throws -> Running {
    let console = output.console
    if let bundle {
      let read = try BundleFile.read(bundle)
      let service = try await start(read.source, LinkSettings(), console)
      announce(bundle.lastPathPart.description, port: service.port, on: console)
      return Running(service: service) {}
    }
    // This host reports the problems of the scripts; the service loads them once for each loop.
    let scripts = try await application.load(app, console: console)
    let settings = try LinkSettings.read(of: scripts)
    await scripts.close()
    let source = try ScriptSource.at(app ?? ".")
    let service = try await start(source, settings, console)
    announce(ApplicationPlace(source).name, port: service.port, on: console)
    let watcher = ScriptWatcher(
      source,
      by: poll ? .polling(every: .milliseconds(300)) : .automatic,
      followsLinks: application.unsafe
    )
    let loading = Task {
      for await _ in watcher.changes {
        do throws(ScriptProblems) {
          if try await service.reload() { console.say("moonroute: the scripts were reloaded") }
        } catch {
          for problem in error.problems { console.report(problem) }
        }
      }
    }
    return Running(service: service) {
      loading.cancel()
      watcher.stop()
    }
  }

  func start(
    _ source: ScriptSource,
    _ settings: LinkSettings,
    _ console: Console
  ) async throws -> LinkService {
    var options = LinkServiceOptions()
    (options.host, options.port, options.runsActions) = (host, port, actions)
    options.drainTime = .seconds(drain)
    var scripts = application.scripts(source)
    scripts.isUnsafe = application.unsafe
    scripts.log = { [log = application.log] entry in
      if log.shows(entry.level) || entry.failure != nil { console.log(entry) }
    }
    do {
      return try await LinkService.start(options, links: settings) { [scripts] router in
        try scripts.host(in: router)
      }
    } catch let error as ScriptProblems {
      console.reportLoading(error.problems)
      throw ExitStatus.notLoaded
    } catch {
      Console.tell("moonroute: \(error)")
      throw ExitStatus.internalError
    }
  }

  func announce(_ name: String, port: Int, on console: Console) {
    let address = host.contains(":") ? "[\(host)]" : host
    let url = "http://\(address):\(port)"
    if output.json {
      console.print(JSON.fields(("url", .text(url)), ("port", .int(port))).line)
    } else {
      console.print("moonroute: \(name.printable) at \(url.printable)")
    }
    console.flush()
    guard !["127.0.0.1", "localhost", "::1"].contains(host) else { return }
    console.say(
      "moonroute: other machines can reach this service. It has no login and no encryption: put a"
        + " proxy in front of it."
    )
  }
}
#endif

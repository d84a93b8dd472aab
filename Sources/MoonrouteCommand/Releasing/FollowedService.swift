#if Command && LinkService && Releases
import Fleet
import LinkService
import Moonroute
import ReleaseTrust
import Rehearsal
import ScriptHost
import ScriptReleases
import ScriptReports
import ScriptTesting
import TextTools

/// A service whose rules follow a channel of a depot.
actor FollowedService: ReleaseProgram {
  private let application: ApplicationOptions
  private let console: Console
  private let channel: String
  /// The rules of the program, which are used without a release.
  private let embedded: ScriptSource?
  private var service: LinkService?
  /// The rules in use.
  private(set) var source: ScriptSource?
  /// The prepared bundle that the service compares.
  private var shadowed: ScriptBundle?
  private var last = ReleaseFollower.Status()

  init(
    _ application: ApplicationOptions,
    channel: String,
    embedded: ScriptSource?,
    on console: Console
  ) {
    (self.application, self.channel, self.console) = (application, channel, console)
    (self.embedded, source) = (embedded, embedded)
  }

  func follow(with service: LinkService) { self.service = service }

  /// `headless.lua` replaces the program, so it lacks nothing.
  nonisolated func lacks(_ needs: ScriptBundle.Needs) -> ScriptBundle.Needs { .init() }

  /// Loads a bundle into a sandbox and runs its smoke specs; returns the reason for a refusal.
  ///
  /// The service answers requests meanwhile.
  func prove(_ bundle: ScriptBundle) async -> String? {
    let scripts = RehearsalScripts(
      bundle.files.filter { ScriptSource.isScript($0.key) },
      makeHost: application.rehearsalHosts(of: bundle.source)
    )
    do {
      await (try await scripts.rehearsal()).end()
      var specs = BundleSpecs(of: bundle)
      specs.memoryBytes = application.memory << 20
      specs.timeLimit = .seconds(2)
      return try await specs.run(in: ScriptBundle.specFolders[0]).failures.first
    } catch let problems as ScriptProblems {
      return problems.firstError.description
    } catch {
      return "\(error)"
    }
  }

  /// Switches to rules on all event loops; returns the reason if they keep the old ones.
  func use(_ rules: ReleaseFollower.Rules) async -> String? {
    let next: ScriptSource
    switch rules {
    case .release(let scripts): next = scripts
    case .embedded:
      guard let embedded else { return "This host has no rules of its own, so it keeps these." }
      next = embedded
    }
    do throws(ScriptProblems) {
      try await service?.load(from: next)
      source = next
      return nil
    } catch {
      return error.firstError.description
    }
  }

  /// Also resolves a share of the links with a prepared bundle, if there is one.
  func shadow(_ bundle: ScriptBundle?, share: Double) async {
    guard share > 0, bundle != shadowed else { return }
    shadowed = bundle
    do {
      try await service?.shadow(bundle?.source, share: share)
    } catch {
      console.say(
        "moonroute: the prepared release cannot be compared: \("\(error)".onOneLine.printable)"
      )
    }
  }

  func opens() async -> OpenCounts {
    var counts = OpenCounts()
    for (open, count) in await service?.opens() ?? [:] {
      counts.note(open.status, route: open.route.isEmpty ? nil : open.route, count: count)
    }
    return counts
  }

  /// The report of this host to its fleet, with the counts since its start.
  func report(as host: String, isOnTrial: Bool) async -> CensusReport {
    var report = CensusReport(host: host, channel: channel, last, isOnTrial: isOnTrial)
    report.generation = service?.generation ?? 0
    report.opens = await opens()
    for (route, count) in await service?.shadowDifferences() ?? [:] {
      report.different.note(.opened, route: route.isEmpty ? nil : route, count: count)
    }
    return report
  }

  /// Prints the problem with the stored state or a stored release, if there is one.
  func note(problem: String?) {
    if let problem { console.say("moonroute: \(problem.onOneLine.printable)") }
  }

  /// Notes the state after a look, and prints the changes.
  func note(_ status: ReleaseFollower.Status) {
    service?.note(ServiceRelease(status, channel: channel))
    for event in ReleaseEvent.changes(from: last, to: status, of: channel)
    where embedded != nil || event != .embedded {
      console.say("moonroute: \(event.description.onOneLine.printable)")
    }
    last = status
  }
}

extension ServiceRelease {
  fileprivate init(_ status: ReleaseFollower.Status, channel: String) {
    self.init()
    (version, digest) = (status.active?.version, status.active?.sha256)
    (self.channel, state) = (channel, status.state.rawValue)
    prepared = status.prepared?.version
    refused = status.refused.map { Refusal(version: $0.version ?? 0, reason: $0.reason) }
    staleReason = status.problem
  }
}
#endif

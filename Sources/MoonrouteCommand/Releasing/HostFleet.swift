#if Command && LinkService && Releases
import Fleet
import Moonroute
import ScriptReleases
import ScriptReports
import TextTools

/// The fleet of a host: the news that it takes, its reports, and the events of its rules.
struct HostFleet: Sendable {
  let feed: FleetFeed
  private let census: FleetCensus
  private let makeMember: @Sendable () -> FleetMember
  private let console: Console

  init(
    of app: String,
    host: String,
    channel: String,
    over link: any FleetLink,
    depot: any ReleaseFeed,
    on console: Console
  ) {
    feed = FleetFeed(of: app, channel: channel, over: link, depot: depot)
    census = feed.census(of: host)
    makeMember = { FleetMember(of: app, host: host, over: link) }
    self.console = console
  }

  /// Asks for a look after each piece of news, reports the host, and moves the events of its routers,
  /// until the task is cancelled.
  func run(
    _ requests: LookRequests,
    in routers: [LinkRouter],
    _ facts: @escaping FleetCensus.Facts
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.follow(requests, facts) }
      for router in routers {
        // The feed reports that the fleet cannot be reached.
        group.addTask { await self.makeMember().run(in: router) }
      }
    }
  }

  private func follow(_ requests: LookRequests, _ facts: @escaping FleetCensus.Facts) async {
    await feed.follow(reporting: census, facts) { error in
      let words = error?.description ?? "The fleet can be reached again."
      console.say("moonroute: \(words.onOneLine.printable)")
    } news: {
      requests.ask()
    }
  }

  /// Notes the state after a look, which is reported soon if the release in use has changed.
  func note(_ status: ReleaseFollower.Status) { census.note(status) }

  /// Notes that the host ends as it should.
  func leave() async { await census.leave() }
}
#endif

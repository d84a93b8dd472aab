#if Command && LinkService && Releases
import Fleet
import ScriptReleases
import ScriptReports
import TextTools

/// The fleet of a host: the news that it takes, and its reports.
struct HostFleet: Sendable {
  let feed: FleetFeed
  private let census: FleetCensus
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
    self.console = console
  }

  /// Asks for a look after each piece of news, and reports the host, until the task is cancelled.
  func run(_ requests: LookRequests, _ facts: @escaping FleetCensus.Facts) async {
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

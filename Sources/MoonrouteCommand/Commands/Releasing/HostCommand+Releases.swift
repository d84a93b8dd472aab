#if Command && LinkService && Releases
import Fleet
import LinkFiles
import LinkService
import ReleaseTrust
import ScriptHost
import ScriptReleases
import TextTools

extension HostCommand {
  /// Uses the releases of a channel, and follows it.
  func hostReleases() async throws -> Running {
    let console = output.console
    let embedded = try await app == nil ? nil : embeddedSource()
    let (channel, folder) = (releases.channel ?? "", releases.from ?? "")
    let followed = FollowedService(application, channel: channel, embedded: embedded, on: console)
    let root = try releases.trustedRoot()
    let (depot, name) = (try releases.feed(), releases.hostName)
    let fleet = try await releases.fleet.link()
      .map { link in
        HostFleet(of: root.app, host: name, channel: channel, over: link, depot: depot, on: console)
      }
    let follower = try ReleaseFollower(
      app: root.app,
      channel: channel,
      root: root.bytes,
      from: fleet?.feed ?? depot,
      as: name,
      storedIn: releases.store.map(ReleaseStore.init),
      in: followed
    )
    await followed.note(problem: await follower.start().problem)
    let first = await follower.look(now: .now)
    guard let source = await followed.source else {
      await followed.note(first)
      Console.tell("moonroute: the channel has no release to start with. Also give an application.")
      throw ExitStatus.notLoaded
    }
    let service = try await start(source, LinkSettings(), console)
    await followed.follow(with: service)
    let share = try releases.shadowShare
    await followed.shadow(await follower.preparedBundle, share: share)
    await followed.note(first)
    announce("\(folder.lastPathPart) \(channel)", port: service.port, on: console)
    let requests = LookRequests()
    let following = Task { [every = releases.every] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await follower.follow(LookPace(every: .seconds(every)), requests, after: first) {
            // Comparisons begin before the release is reported as prepared.
            await followed.shadow(await follower.preparedBundle, share: share)
            await followed.note($0)
            fleet?.note($0)
          }
        }
        group.addTask {
          await fleet?
            .run(requests, in: await service.routers) {
              await followed.report(as: name, isOnTrial: await follower.isOnTrial)
            }
        }
      }
    }
    return Running(service: service) {
      following.cancel()
    } end: {
      await following.value
      await follower.end()
      await fleet?.leave()
    }
  }

  /// The scripts of the application, if they load.
  private func embeddedSource() async throws -> ScriptSource {
    let host = try await application.load(app, console: output.console)
    await host.close()
    return try ScriptSource.at(app ?? ".")
  }
}
#endif

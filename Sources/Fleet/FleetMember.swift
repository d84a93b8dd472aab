#if Releases
public import Moonroute
import RoutePatterns
import Synchronization

/// Connects the events and the shared resources of a router to the other hosts of its fleet.
///
/// An event that the scripts declare with `reach = "fleet"` also reaches the other hosts, and one of
/// the hosts handles a durable one. Messages are untrusted bytes: they can only start the handlers
/// of events that this router has declared, and replace the copies of its shared resources.
///
/// ```swift
/// let member = FleetMember(of: "shop", host: "web-1", over: link)
/// await member.run(in: host.router)
/// ```
public final class FleetMember: Sendable {
  typealias Report = @Sendable (FleetError?) -> Void
  private typealias Outgoing = (subject: FleetSubject, event: FleetEvent)

  /// The streams that a member reads, by their purpose.
  private enum Source: Equatable {
    case events([FleetSubject])
    case work(String, FleetConsumer)
    case values([String])
  }

  /// The number of events that may wait for the network; beyond it, new ones are lost.
  private static let outgoingLimit = 1_000

  /// The number of deliveries that may wait; beyond it, the oldest are lost.
  private static let incomingLimit = 1_000

  /// The time before a subscription that has ended is made again.
  private static let retryTime = Duration.seconds(5)

  let app: String
  let host: String
  let link: any FleetLink
  let run = String(UInt64.random(in: 0...UInt64.max), radix: 16)
  let values = Mutex(FleetValues())
  private let problem = Mutex<FleetError?>(nil)

  /// Makes a member.
  ///
  /// - Parameters:
  ///   - app: The name of the application.
  ///   - host: The name of this host, which other hosts see as the origin of its events.
  ///   - link: Moves the messages.
  public init(of app: String, host: String, over link: any FleetLink) {
    (self.app, self.host, self.link) = (app, host, link)
  }

  /// Sends and receives events and values until the task is cancelled.
  ///
  /// A router has one member at a time. Nothing is queued while the fleet cannot be reached.
  ///
  /// - Parameters:
  ///   - router: The router whose events reach the fleet.
  ///   - clock: The clock of the waits after a failure.
  ///   - report: Called when the fleet cannot be reached, and with `nil` when it can be again.
  public func run(
    in router: LinkRouter,
    clock: some Clock<Duration> = ContinuousClock(),
    problem report: @escaping @Sendable (FleetError?) -> Void = { _ in }
  ) async {
    let (events, outgoing) = AsyncStream.makeStream(
      of: Outgoing.self,
      bufferingPolicy: .bufferingOldest(Self.outgoingLimit)
    )
    let (changes, changed) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    await router.perform { router in
      router.events.fleet = self.outlet(to: outgoing, report) { changed.yield() }
      router.resources.sharing = self.sharing(in: router) { changed.yield() }
    }
    changed.yield()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.send(events, report) }
      group.addTask { await self.receive(in: router, clock, changes, report) }
    }
    await router.perform { ($0.events.fleet, $0.resources.sharing) = (nil, nil) }
  }

  private func outlet(
    to outgoing: AsyncStream<Outgoing>.Continuation,
    _ report: @escaping Report,
    note: @escaping @Sendable () -> Void
  ) -> EventOutlet {
    EventOutlet(
      send: { location, extra in
        let event = FleetEvent(location.description, extra, host: self.host, run: self.run)
        let result = outgoing.yield((.event(self.app, location.segments), event))
        guard case .dropped = result else { return }
        self.note(
          FleetError(.offline, "More than \(Self.outgoingLimit) events wait for the fleet."),
          report
        )
      },
      store: { location, extra throws(RouterError) in
        let event = FleetEvent(location.description, extra, host: self.host, run: self.run)
        let subject = FleetSubject.event(self.app, location.segments, isDurable: true)
        do throws(FleetError) {
          try await self.link.store(event.bytes, to: subject)
        } catch {
          throw RouterError.notStoredByFleet(error.description)
        }
      },
      note: note
    )
  }

  private func send(
    _ events: AsyncStream<Outgoing>,
    _ report: @escaping Report
  ) async {
    for await (subject, event) in events {
      do throws(FleetError) {
        try await link.publish(event.bytes, to: subject)
        note(nil, report)
      } catch {
        note(error, report)
      }
    }
  }

  // MARK: Received events

  /// Reads the declared events, and changes the streams after each change of the rules.
  private func receive(
    in router: LinkRouter,
    _ clock: some Clock<Duration>,
    _ changes: AsyncStream<Void>,
    _ report: @escaping Report
  ) async {
    var reading: [(source: Source, task: Task<Void, Never>)] = []
    for await _ in changes {
      let sources = await sources(of: router)
      for (source, task) in reading where !sources.contains(source) {
        task.cancel()
        await task.value
      }
      reading.removeAll { !sources.contains($0.source) }
      for source in sources where !reading.contains(where: { $0.source == source }) {
        let task = FleetSurroundings.start {
          while !Task.isCancelled {
            await self.read(source, in: router, clock, report)
            if !Task.isCancelled { try? await clock.sleep(for: Self.retryTime) }
          }
        }
        reading.append((source, task))
      }
    }
    for (_, task) in reading { task.cancel() }
    for (_, task) in reading { await task.value }
  }

  /// The sources in an order that is the same in each run, as a simulation needs it.
  private func sources(of router: LinkRouter) async -> [Source] {
    let (patterns, durable, keys) = await router.perform { router in
      (
        router.events.fleetPatterns.map(\.filter),
        router.events.durablePatterns.mapValues(\.filter),
        router.resources.sharedKeys
      )
    }
    var subjects: [FleetSubject] = []
    for subject in patterns.flatMap({ FleetSubject.events(app, $0) })
    where !subjects.contains(where: { $0.covers(subject) }) {
      subjects = subjects.filter { !subject.covers($0) } + [subject]
    }
    let work = durable.sorted { $0.key < $1.key }
      .map { name, filter in
        Source.work(name, FleetConsumer(name, of: app, .durable(app, filter)))
      }
    return work + (subjects.isEmpty ? [] : [.events(subjects)])
      + (keys.isEmpty ? [] : [.values(keys)])
  }

  private func read(
    _ source: Source,
    in router: LinkRouter,
    _ clock: some Clock<Duration>,
    _ report: @escaping Report
  ) async {
    do throws(FleetError) {
      switch source {
      case .events(let subjects):
        for await delivery in try await link.deliveries(of: subjects, limit: Self.incomingLimit) {
          await receive(delivery, in: router)
        }
      case .work(let name, let consumer):
        for await work in try await link.work(of: consumer) {
          await handle(work, for: name, in: router, clock, report)
        }
      case .values(let keys): try await follow(keys, in: router, clock, report)
      }
    } catch {
      if !Task.isCancelled { note(error, report) }
    }
  }

  private func receive(_ delivery: FleetDelivery, in router: LinkRouter) async {
    guard case .message(let message) = delivery, let event = FleetEvent(message.bytes),
      event.run != run
    else { return }
    await router.perform { router in
      router.receive(event.location, event.extra, from: EventSender(event.host)) { path in
        FleetSubject.event(self.app, path) == message.subject
      }
    }
  }

  func note(_ error: FleetError?, _ report: Report) {
    let isNew = problem.withLock { problem in
      defer { problem = error }
      return problem != error
    }
    if isNew { report(error) }
  }
}
#else
/// Unavailable without the trait `Releases`.
@available(
  *,
  unavailable,
  message: "Add the trait to the dependency on moonroute: traits: [\"Releases\"]."
)
public struct FleetMember {
  /// Unavailable without the trait.
  public init() {}
}
#endif

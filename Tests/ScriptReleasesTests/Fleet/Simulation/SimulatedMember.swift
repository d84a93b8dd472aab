#if Releases
import Fleet
import Moonroute
import Synchronization

/// A host of an ``EventSimulation``, with one life after the other.
final class SimulatedMember: Sendable {
  private struct Life {
    let number: Int
    let router: LinkRouter
    let link: SimulatedLink
  }

  let name: String
  private let current = Mutex<Life?>(nil)
  private let task = Mutex<Task<Void, any Error>?>(nil)

  init(_ name: String) { self.name = name }

  /// The number and the router of this life; `nil` while the host is down.
  var life: (life: Int, router: LinkRouter)? {
    current.withLock { $0.map { ($0.number, $0.router) } }
  }

  var router: LinkRouter? { life?.router }
  var link: SimulatedLink? { current.withLock { $0?.link } }

  /// Whether this host is connected, in a life.
  func isReachable(in life: Int) -> Bool {
    current.withLock { $0?.number == life && $0?.link.isConnected == true }
  }

  /// Begins a life.
  func begin(_ number: Int, in simulation: EventSimulation) {
    let started = Task(executorPreference: simulation.fleet.executor) {
      try await self.live(number, in: simulation)
    }
    task.withLock { $0 = started }
  }

  /// Ends a life, as after a crash.
  func end() async {
    let task = task.withLock { $0 }
    task?.cancel()
    _ = await task?.result
  }

  private func live(_ number: Int, in simulation: EventSimulation) async throws {
    let fleet = simulation.fleet
    let router = try LinkRouter(
      isolation: fleet.actor,
      options: RouterOptions(clock: fleet.clock)
    )
    try await declare(in: router, number, simulation)
    let link = fleet.link()
    current.withLock { $0 = Life(number: number, router: router, link: link) }
    await FleetMember(of: "shop", host: name, over: link).run(in: router, clock: fleet.clock)
    current.withLock { $0 = nil }
    await router.close()
  }

  private func declare(
    in router: LinkRouter,
    _ life: Int,
    _ simulation: EventSimulation
  ) async throws {
    try await router.perform { router in
      try router.declare(nil, "/note/:n<int>", reach: .fleet)
      try router.declare(nil, "/paid/:n<int>", reach: .fleet, durable: "billing")
      try router.put("/count", value: 0, isShared: true)
      try router.on("/note/:n<int>") { event in
        guard let origin = event.origin else { return }
        simulation.receive(event.params["n"]?.int ?? -1, from: origin, in: life)
      }
      try router.on("/paid/:n<int>") { event async throws in
        try await simulation.handle(event.params["n"]?.int ?? -1, on: self, in: life)
      }
    }
  }
}
#endif

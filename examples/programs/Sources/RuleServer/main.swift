import Moonroute
import ScriptHost

// A server without a network: 64 tasks send requests to one router, while its scripts are reloaded.
// `.ci/test-packages --thread-sanitizer` runs it under the thread sanitizer.

let host = try makeHost(Stock())
try await host.load()
let router = host.router

/// Reloads the scripts, and returns the last generation.
@Sendable func reload(_ host: ScriptHost) async throws -> Int {
  var generation = 0
  for version in 1...20 {
    generation = try await host.load(from: rules(version: version)).generation
    try await Task.sleep(for: .milliseconds(10))
  }
  return generation
}

async let generation = reload(host)
let counts = try await withThrowingTaskGroup { group in
  for task in 0..<64 {
    group.addTask {
      var counts: [Request: Int] = [:]
      for round in 0..<20 {
        let request = Request.allCases[(task + round) % Request.allCases.count]
        if try await request.isRightAtLast(task * 1000 + round, by: router) {
          counts[request, default: 0] += 1
        }
      }
      return counts
    }
  }
  var sum: [Request: Int] = [:]
  for try await counts in group { sum.merge(counts, uniquingKeysWith: +) }
  return sum
}
print("last generation:", try await generation)
for request in Request.allCases { print("\(request): \(counts[request] ?? 0) right answers") }

await host.close()
await router.close()
do throws(RouterError) {
  _ = try await router.fetchValues("/sum/1/2")
} catch {
  print("after closing:", error.code)
}

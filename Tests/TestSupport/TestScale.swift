import Foundation

/// The number of cases in random, bulk and repeated tests.
///
/// `make test` runs a reduced share, `make soak` all of them. `MOONROUTE_SOAK=1` in the environment
/// requests the full counts, `MOONROUTE_SOAK=20` twenty times as many. `MOONROUTE_SEED` repeats a
/// run with the seed of a failure.
public enum TestScale {
  /// The factor for the full counts; 0 for the reduced ones.
  static let soakFactor = number("MOONROUTE_SOAK").map { Int(clamping: $0) } ?? 0

  /// Whether to use the full counts.
  public static var isSoak: Bool { soakFactor > 0 }

  /// The seed in the environment, if any.
  public static var askedSeed: UInt64? { number("MOONROUTE_SEED") }

  /// The seed for random tests: from the environment, or a random one.
  public static var seed: UInt64 { askedSeed ?? .random(in: 0 ... .max) }

  // MARK: Random texts, tables, scripts and calls

  /// Random texts for the location parser.
  public static let fuzzedLocations = count(5_000, soak: 50_000)
  /// Texts for each property of locations and each seed.
  public static let locations = count(1_000, soak: 5_000)
  /// Pairs of a table and a location for each seed.
  public static let tablePairs = count(8_000, soak: 20_000)
  /// Seeds of such pairs, besides a random one.
  public static let tableSeeds = UInt64(count(0, soak: 4))
  /// Tables for each seed with possibly conflicting routes.
  public static let conflictTables = count(100, soak: 400)
  /// Patterns for each seed that are printed and parsed again.
  public static let printedPatterns = count(1_500, soak: 4_000)
  /// The percentage of cases that compare our libraries with Lua's.
  public static let libraryPercent = count(10, soak: 100)
  /// The factor for the small runs of each attacker.
  public static let attackFactor = count(1, soak: 50)
  /// Random bytes that are parsed as lists of links, for each seed.
  public static let linkLists = count(1_000, soak: 100_000)
  /// Requests to the server with random changes.
  public static let hostileRequests = count(500, soak: 4_000)
  /// Levels of a text beyond all parser limits.
  public static let textLevels = count(10_000, soak: 50_000)
  /// Random messages to the language server.
  public static let editorMessages = count(300, soak: 20_000)
  /// Scripts with random changes that are compared with Lua.
  public static let comparedScripts = count(200, soak: 20_000)
  /// Scripts with random changes that are parsed.
  public static let mutatedScripts = count(1_000, soak: 1_000_000)
  /// Scripts with random changes and a check of each node.
  public static let walkedScripts = count(300, soak: 10_000)
  /// Random texts that are evaluated in a stopped frame.
  public static let evaluations = count(1_000, soak: 1_000_000)
  /// Seeds of random opens.
  public static let openSeeds = count(60, soak: 300)
  /// Seeds of random routes, rules and spellings.
  public static let ruleSeeds = count(20, soak: 60)
  /// Changes of a stage in one long random sequence.
  public static let stageChanges = count(1_000, soak: 10_000)
  /// Each place tests every n-th value, starting at a different value, so that each value and each
  /// place is tested.
  public static let valueStride = isSoak ? 1 : 5
  /// Each kind of place tests the n-th part of the hostile scripts and of the errors.
  public static let placeShare = isSoak ? 1 : 4
  /// Orders of the same subscriptions.
  public static let orders = count(150, soak: 1_000)
  /// Routes that are registered one by one.
  public static let routes = count(6_000, soak: 20_000)
  /// Seeds of random accounting of memory that the host holds.
  public static let memorySeeds = count(4, soak: 12)

  /// Steps until a walk must find a planted mistake.
  public static let wanderSteps = 5_000
  /// Steps of a walk through an example without mistakes.
  public static let exampleSteps = count(600, soak: 100_000)
  /// Every n-th route of an example gets a new name.
  public static let renameStride = isSoak ? 1 : 12
  /// Seeds of walks that search for mistakes.
  public static let wanderSeeds: [UInt64] = [2, 1, 3]
  /// Every n-th planted mistake is searched for.
  public static let faultStride = isSoak ? 1 : 3
  /// The number of these seeds that must find a mistake.
  public static let wanderSuccesses = isSoak ? 2 : 1

  /// Seeds of simulated fleets with events and values.
  public static let fleetSeeds = UInt64(count(4, soak: 1_000))
  /// Seeds of simulated roll-outs; 250 take seven minutes.
  public static let rolloutSeeds = UInt64(count(4, soak: 250))
  /// Hosts of a simulated fleet.
  public static let fleetHosts = isSoak ? 8 : 6
  /// Connections of one process to a server of a fleet.
  public static let fleetConnections = count(50, soak: 1_000)
  /// Hosts of a large simulated fleet.
  public static let largeFleetHosts = isSoak ? 400 : 100

  // MARK: Repetitions

  /// Rounds of each storm of events, opens, timers and tasks; every fourth round reloads the
  /// scripts.
  public static let stormRounds = count(4, soak: 12)
  /// The number of times that a process is killed while it writes.
  public static let kills = count(5, soak: 200)
  /// Events that must not increase the memory.
  public static let events = count(40_000, soak: 1_000_000)
  /// Concurrent opens with a guard.
  public static let guardedOpens = count(1_024, soak: 9_984)
  /// Subscriptions that are added and removed with their screens.
  public static let subscriptions = count(2_000, soak: 50_000)
  /// Consecutive loads, each replacing the previous one.
  public static let reloads = count(100, soak: 1_000)
  /// Edits of an application that is in use.
  public static let edits = count(60, soak: 300)

  /// Consecutive calls that are stopped while they pass values.
  public static let stoppedCalls = count(2, soak: 12)

  // MARK: Time limits of scripts

  /// The time limit for a script that must reach its own end or its memory limit, in milliseconds.
  public static let endingMilliseconds = isSoak ? 250 : 100
  /// The time limit for a spec that is stopped, which must suffice for the next spec, in
  /// milliseconds.
  public static let specMilliseconds = isSoak ? 400 : 200
  /// The memory limit for a script that allocates endlessly, in MiB.
  public static let memoryLimit = isSoak ? 32 : 5
  /// The time limit for a script that must be stopped at any time, in milliseconds.
  public static let stoppedMilliseconds = isSoak ? 250 : 20

  private static func count(_ reduced: Int, soak full: Int) -> Int {
    isSoak ? full * soakFactor : reduced
  }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }
}

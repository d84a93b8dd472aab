import Foundation

/// How much the tests do that try things at random, in bulk or again and again.
///
/// `make test` does a reduced share, `make soak` all of it. `MOONROUTE_SOAK=1` in the environment asks
/// for the full counts, `MOONROUTE_SOAK=20` for twenty times as many; `MOONROUTE_SEED` repeats a run
/// whose seed a failure has told.
public enum TestScale {
  /// How many times the full counts are wanted; 0 for the reduced ones.
  static let soakFactor = number("MOONROUTE_SOAK").map { Int(clamping: $0) } ?? 0

  /// Whether the full counts are wanted.
  public static var isSoak: Bool { soakFactor > 0 }

  /// The seed that is asked for, if any.
  public static var askedSeed: UInt64? { number("MOONROUTE_SEED") }

  /// A seed for what is tried at random: the one that is asked for, or another each time.
  public static var seed: UInt64 { askedSeed ?? .random(in: 0 ... .max) }

  // MARK: Random texts, tables, scripts and calls

  /// Texts that are fed to the parser of locations without any plan.
  public static let fuzzedLocations = count(5_000, soak: 50_000)
  /// Texts for each property of locations and each seed.
  public static let locations = count(1_000, soak: 5_000)
  /// Pairs of a table and a location for each seed.
  public static let tablePairs = count(8_000, soak: 20_000)
  /// Seeds of such pairs, beside one of its own each time.
  public static let tableSeeds = UInt64(count(0, soak: 4))
  /// Tables for each seed whose routes may be in conflict.
  public static let conflictTables = count(100, soak: 400)
  /// Patterns for each seed that are printed and read again.
  public static let printedPatterns = count(1_500, soak: 4_000)
  /// The share of the cases, in percent, in which our libraries are compared with Lua's.
  public static let libraryPercent = count(10, soak: 100)
  /// How many times the few cases of each attacker are tried.
  public static let attackFactor = count(1, soak: 50)
  /// Random bytes that are read as lists of links, for each seed.
  public static let linkLists = count(1_000, soak: 100_000)
  /// Requests with random changes that the server gets.
  public static let hostileRequests = count(500, soak: 4_000)
  /// Levels of a text that no parser goes into.
  public static let textLevels = count(10_000, soak: 50_000)
  /// Random messages that the language server is sent.
  public static let editorMessages = count(300, soak: 20_000)
  /// Scripts with random changes that are compared with Lua.
  public static let comparedScripts = count(200, soak: 20_000)
  /// Scripts with random changes that are made into trees.
  public static let mutatedScripts = count(1_000, soak: 1_000_000)
  /// Scripts with random changes whose trees are looked at node by node.
  public static let walkedScripts = count(300, soak: 10_000)
  /// Random texts that are evaluated in a stopped frame.
  public static let evaluations = count(1_000, soak: 1_000_000)
  /// Seeds of random opens.
  public static let openSeeds = count(60, soak: 300)
  /// Seeds of random routes, rules and spellings.
  public static let ruleSeeds = count(20, soak: 60)
  /// Changes of a stage in one long random sequence.
  public static let stageChanges = count(1_000, soak: 10_000)
  /// Of values that are tried in each place, each place gets every n-th, another first one than the
  /// place before it, so that each value and each place are tried.
  public static let valueStride = isSoak ? 1 : 5
  /// The n-th part of the hostile scripts, and of the errors, that each kind of place gets.
  public static let placeShare = isSoak ? 1 : 4
  /// Orders in which the same subscriptions are made.
  public static let orders = count(150, soak: 1_000)
  /// Routes that are registered one by one.
  public static let routes = count(6_000, soak: 20_000)
  /// Seeds of random puts and takes of memory that the host holds.
  public static let memorySeeds = count(4, soak: 12)

  /// Steps in which a walk finds a mistake that was made on purpose.
  public static let wanderSteps = count(8_000, soak: 60_000)
  /// Steps of a walk through an example, in which nothing is wrong.
  public static let exampleSteps = count(300, soak: 100_000)
  /// Seeds of walks that look for mistakes.
  public static let wanderSeeds: ClosedRange<UInt64> = isSoak ? 1...6 : 2...2

  // MARK: The same again and again

  /// Rounds of each storm of events, opens, timers and tasks; the scripts are loaded again each fourth.
  public static let stormRounds = count(4, soak: 12)
  /// How often a process is killed while it writes.
  public static let kills = count(5, soak: 200)
  /// Events that must not take memory that grows.
  public static let events = count(40_000, soak: 1_000_000)
  /// Subscriptions that come and go with their screens.
  public static let subscriptions = count(2_000, soak: 50_000)
  /// Loads one after the other, each in place of the one before.
  public static let reloads = count(100, soak: 1_000)
  /// Edits of an application that is used meanwhile.
  public static let edits = count(60, soak: 300)

  /// Calls that are stopped while they pass values, one after the other.
  public static let stoppedCalls = count(2, soak: 12)

  // MARK: Time that a script may compute

  /// The milliseconds of a script that has to come as far as its own end, or to that of its memory.
  public static let endingMilliseconds = isSoak ? 250 : 100
  /// The milliseconds of a spec that is stopped, in which the next one has to end, too.
  public static let specMilliseconds = isSoak ? 400 : 200
  /// The most MiB that the host may hold for a script that wants more and more.
  public static let memoryLimit = isSoak ? 32 : 5
  /// The milliseconds of a script whose being stopped is the subject, and not when.
  public static let stoppedMilliseconds = isSoak ? 250 : 20

  private static func count(_ reduced: Int, soak full: Int) -> Int {
    isSoak ? full * soakFactor : reduced
  }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }
}

import Foundation
import Testing

/// Former terms of the project that were replaced by established ones.
///
/// `Words.md` in the documentation contains the terms to use instead.
struct WordTests {
  /// Former terms, each an identifier or a phrase, and the terms to use instead.
  struct Retired: CustomTestStringConvertible, Sendable {
    let words: String
    let instead: String
    var testDescription: String { "\(words) → \(instead)" }

    init(_ words: String, _ instead: String) { (self.words, self.instead) = (words, instead) }
  }

  static let retired = [
    Retired("PatternShelf, ScriptShelf, shelves, on the shelf", "slots, LayeredPatternTable"),
    Retired("Keepsake, keepsake, keepsakes", "LifetimeToken"),
    Retired("KeptLedger, KeptStore, KeptBytes, keptHere, keptByAll", "HostMemoryAccount"),
    Retired("CancelLedger, ledger, ledgers", "ChangeCounter, HostMemoryAccount"),
    Retired("purse, purses, LuaDoor, clua_Seed, lent", "shared budget, StateHandle, borrowed"),
    Retired("forerunner, forerunners, Forerunners, StateMemo", "PreviousRoutes, StateCache"),
    Retired("RouteClaims, RouteBook, RoutePlan", "RoutesByKey, RouteRegistry, DefinitionCheck"),
    Retired("PublishedDirectory, RulesDifference", "CurrentRouteDirectory, RouteDiff"),
    Retired("sole, isSole, lone, SoleRoute, SoleRoutes", "single match, single subscriber"),
    Retired("FrozenTable, FrozenGraph, FrozenRoutesPlan, GraphFreezer", "CompiledTable"),
    Retired("RouteSink, GraphMark, VisitedPlaces", "MatchVisitor, BacktrackPoint, VisitedSet"),
    Retired("MixedRace, RaceField, MatchNotes, WholeMatch", "SegmentNFA, ThreadSet, Captures"),
    Retired("OpenRun, OpenTicket, OpenScope, OpenTree, OpenEnd", "Open, OpenContext …"),
    Retired("OpensUnderWay, Arrival, Decider, Travel, Manner", "InFlightOpens, OpenStep …"),
    Retired("takeTurn, stepAside, leaveLine, untold, tellUntold", "acquireTurn, yield, dequeue"),
    Retired("outcomeReaders, turnWatchers, ReloadReaders", "observers"),
    Retired("ScriptPatience, ScriptStrikes, ScriptTurns", "CascadeBudget, CircuitBreaker …"),
    Retired("LogGate, comeHome, ScriptBench", "LogRateLimiter, returnToExecutor, SpecDriver"),
    Retired("yardstick, yardsticks, Yardstick, BenchmarkYardsticks", "baseline"),
    Retired("whoever, Whoever, those who , Those who ", "a noun"),
  ]

  private struct Text: Sendable {
    let path: String
    let text: String
    let words: Set<Substring>
  }

  private static let texts: [Text] =
    Project.files(
      below: ["Sources", "CLua", "Tests", "scripts"],
      extensions: ["swift", "c", "h", "lua"]
    )
    .filter { !$0.hasPrefix("Tests/ProjectTests/") }
    .map { path in
      let text = (try? Project.text(path)) ?? ""
      let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      return Text(path: path, text: text, words: Set(words))
    }

  @Test(arguments: ["What", "Those", "Whoever", "Nobody"])
  func `no comment begins with a question or a pronoun`(word: String) {
    let beginnings = ["///", "//", "---", "--", "/*"].map { "\($0) \(word) " }
    for file in Self.texts where file.words.contains(Substring(word)) {
      for line in file.text.split(separator: "\n") {
        let text = line.drop { $0 == " " }
        let isIndirect = beginnings.contains { text.hasPrefix($0) }
        #expect(!isIndirect, "\(file.path): \(line)")
      }
    }
  }

  @Test(arguments: retired)
  func `a retired word is not used anywhere`(row: Retired) {
    #expect(Self.texts.count > 500)
    for word in row.words.components(separatedBy: ", ") {
      for file in Self.texts {
        let isUsed =
          word.contains(" ") ? file.text.contains(word) : file.words.contains(Substring(word))
        #expect(!isUsed, "\(file.path): '\(word)'. Write: \(row.instead)")
      }
    }
  }
}

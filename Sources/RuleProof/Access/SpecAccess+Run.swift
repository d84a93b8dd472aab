import Moonroute
import Rehearsal
package import ScriptTesting

extension SpecAccess {
  package static let run = SpecAccess { question in
    var run = AccessRun(RehearsalScripts(question.texts, makeHost: question.makeHost))
    run.isFresh = question.isFresh
    run.spend = question.spend
    let flags = try question.flags.map { flag in
      let values = flag.values.map { (AccessFlag.text(of: $0), $0) }
      guard let flag = AccessFlag(flag.name, values) else { throw AccessError.badFlag(flag.name) }
      return flag
    }
    let table = try await run.table(varying: flags, as: question.personas)
    var words: [String: [String: String]] = [:]
    for row in table.rows {
      for (person, cell) in zip(table.people, row.cells) {
        words[row.place.location ?? "", default: [:]][person.name] = cell.lastingWords
      }
    }
    return Table(words: words, snapshot: AccessSnapshot(of: table).text) { known in
      let difference = AccessDifference(from: try AccessSnapshot(parsing: known), to: table)
      return difference.isEmpty ? nil : AccessDifferenceReport(difference).text
    }
  }
}

package import MessageStream
import Moonroute
package import ScriptReports
import TextTools

/// A difference in sentences, such as `visitor can now open /account/orders, since the redirect of
/// '/account' allows it (auth.lua:7); before: sent to /login`.
package struct AccessDifferenceReport {
  private let difference: AccessDifference

  package init(_ difference: AccessDifference) { self.difference = difference }

  /// A sentence about some people, and the locations for which it is true.
  package struct Group {
    fileprivate let sentence: Sentence

    package let places: [Place]

    /// The words before and after the locations.
    package var words: (head: String, tail: String) {
      let who = AccessPerson.list(sentence.people)
      let verb = sentence.people.count == 1 ? sentence.verb.rawValue : sentence.verb.plural
      let cause = sentence.cause.map { ", since \($0)" } ?? ""
      return ("\(who) \(verb)", sentence.end + cause)
    }

    fileprivate func text(at place: String) -> String { "\(words.head) \(place)\(words.tail)" }
  }

  package typealias Place = (location: String, before: String)

  fileprivate enum Verb: String {
    case canOpen = "can now open"
    case cannotOpen = "can no longer open"
    case isSentOn = "is now sent on from"
    case isStopped = "is now stopped at"
    case findsNothing = "now finds nothing at"
    case waits = "now waits at"
    case fails = "now fails at"

    var plural: String {
      switch self {
      case .canOpen, .cannotOpen: rawValue
      case .isSentOn: "are now sent on from"
      case .isStopped: "are now stopped at"
      case .findsNothing: "now find nothing at"
      case .waits: "now wait at"
      case .fails: "now fail at"
      }
    }
  }

  /// A sentence without its locations.
  fileprivate struct Sentence: Hashable {
    var people: [String]
    let verb: Verb
    let end: String
    let cause: String?
    let tone: ReportStyle.Tone
  }

  /// New access, then failures, then other changes; indented lines belong to the sentence above.
  package func lines(_ style: ReportStyle) -> [String] {
    Self.groups(of: difference.changes)
      .flatMap { group in
        let tone = group.sentence.tone
        guard group.places.count > 1 else {
          let place = group.places[0]
          let text = group.text(at: place.location) + "; before: \(place.before)"
          return ReportParagraph(text, tone).lines(style)
        }
        let head = group.text(at: "\(group.places.count) locations")
        let width = group.places.map(\.location.columns).max() ?? 0
        return ReportParagraph(head, tone).lines(style)
          + group.places.map { place in
            "  " + place.location.padded(to: width) + "  "
              + style.paint("before: \(place.before)", .soft)
          }
      } + others.flatMap { ReportParagraph($0, .notable).lines(style) }
  }

  /// The sentences without colour, for messages.
  package var text: String {
    lines(ReportStyle(isColoured: false, width: 1_000)).joined(separator: "\n")
  }

  /// The sentences about added and removed people and locations.
  private var others: [String] {
    difference.newPeople.map { "\($0) is not in the snapshot" }
      + difference.gonePeople.map { "\($0) is in the snapshot, but no longer tried" }
      + difference.newEntries.map { entry in
        "\(entry.title) is not in the snapshot: \(Self.words(of: entry))"
      }
      + difference.goneEntries.map { "\($0.title) is in the snapshot, but no longer tried" }
  }

  /// The cells of a location in words: `mei and jonas: opens; visitor: sent to /login`.
  private static func words(of entry: AccessSnapshot.Entry) -> String {
    entry.cells.grouped(by: \.words)
      .map { words, cells in "\(AccessPerson.list(cells.map(\.person))): \(words)" }
      .joined(separator: "; ")
  }

  // MARK: Grouping

  /// The sentences with their locations, sorted by severity.
  package static func groups(of changes: [AccessDifference.Change]) -> [Group] {
    byLocation(changes).grouped(by: \.sentence)
      .map { sentence, told in Group(sentence: sentence, places: told.map(\.place)) }
      .enumerated()
      .sorted { left, right in
        let ranks = (rank(left.element.sentence), rank(right.element.sentence))
        return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : left.offset < right.offset
      }
      .map(\.element)
  }

  private static func rank(_ sentence: Sentence) -> Int {
    sentence.tone == .bad ? 0 : 1
  }

  private static func byLocation(
    _ changes: [AccessDifference.Change]
  ) -> [(sentence: Sentence, place: Place)] {
    changes.grouped { Happening(sentence: sentence(of: $0), $0) }
      .map { happening, changes in
        var sentence = happening.sentence
        sentence.people = changes.map(\.person)
        return (sentence, (happening.location, happening.before))
      }
  }

  /// The same change at one location for several people.
  private struct Happening: Hashable {
    let sentence: Sentence
    let location: String
    let before: String

    init(sentence: Sentence, _ change: AccessDifference.Change) {
      (self.sentence, location, before) = (sentence, change.location, change.before.words)
    }
  }

  /// The difference of the query, if the person was sent to the same place before.
  private static func carried(by target: TargetQuery, since cell: AccessSnapshot.Cell) -> String {
    let sent = "sent to "
    guard cell.words.hasPrefix(sent) else { return "" }
    let old = TargetQuery(String(cell.words.dropFirst(sent.count)))
    guard old.place == target.place else { return "" }
    return target.words(since: old).map { ", \($0)" } ?? ""
  }

  private static func sentence(of change: AccessDifference.Change) -> Sentence {
    let now = change.now
    let reason = now.reason.map { ": \($0.onOneLine.printable)" } ?? ""
    func sentence(_ verb: Verb, _ end: String, _ tone: ReportStyle.Tone) -> Sentence {
      Sentence(
        people: [],
        verb: verb,
        end: end,
        cause: change.cause?.printable,
        tone: tone
      )
    }
    let wasOpen = change.before.words == "opens"
    let target = TargetQuery((now.ending.target ?? "").printable)
    return switch now.word {
    case .opens: sentence(.canOpen, "", .bad)
    case .sent:
      sentence(
        wasOpen ? .cannotOpen : .isSentOn,
        ": sent to \(target.place)\(carried(by: target, since: change.before))",
        .notable
      )
    case .stopped: sentence(wasOpen ? .cannotOpen : .isStopped, reason, .notable)
    case .missing: sentence(.findsNothing, "", .notable)
    case .waits: sentence(.waits, "", .notable)
    case .fails: sentence(.fails, reason, .bad)
    }
  }
}

extension AccessDifference {
  /// The difference as `access --against --json` prints it, one value per line.
  package var json: [JSON] {
    func fields(
      _ change: String,
      _ location: String?,
      _ label: String?,
      _ person: String?
    ) -> [JSON.Field] {
      [
        JSON.Field("change", .text(change)), JSON.Field("location", .optional(location)),
        JSON.Field("route", .optional(label)), JSON.Field("person", .optional(person)),
      ]
    }
    return changes.map { change in
      .object(
        fields("access", change.location, change.label, change.person) + [
          JSON.Field("before", .text(change.before.words)),
          JSON.Field("now", .text(change.now.words)),
          JSON.Field("cause", .optional(change.cause)),
        ]
      )
    }
      + newPeople.map { .object(fields("new_person", nil, nil, $0)) }
      + gonePeople.map { .object(fields("gone_person", nil, nil, $0)) }
      + newEntries.map { .object(fields("new_location", $0.location, $0.label, nil)) }
      + goneEntries.map { .object(fields("gone_location", $0.location, $0.label, nil)) }
  }
}

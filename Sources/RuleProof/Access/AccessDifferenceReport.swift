package import MessageStream
import Moonroute
package import ScriptReports
import TextTools

/// A difference in sentences: `visitor can now open /account/orders, since the redirect of '/account'
/// lets it pass (auth.lua:7); before: sent to /login`.
package struct AccessDifferenceReport {
  private let difference: AccessDifference

  /// Describes a difference.
  package init(_ difference: AccessDifference) { self.difference = difference }

  /// Changes that one sentence tells of.
  private struct Group {
    let sentence: Sentence
    var places: [(location: String, before: String)]

    init(_ sentence: Sentence, _ place: (location: String, before: String)) {
      (self.sentence, places) = (sentence, [place])
    }
  }

  /// The end of people at a location now, as a verb.
  private enum Verb: String {
    case canOpen = "can now open"
    case cannotOpen = "can no longer open"
    case isSentOn = "is now sent on from"
    case isStopped = "is now stopped at"
    case findsNothing = "now finds nothing at"
    case waits = "now waits at"
    case fails = "now fails at"

    /// The word for several people.
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

  /// A sentence, in which the locations are missing.
  private struct Sentence: Hashable {
    var people: [String]
    let verb: Verb
    let end: String
    let cause: String?
    let tone: ReportStyle.Tone
  }

  /// The sentences, a finding first: what is open now, what fails, then all else; lines that are
  /// indented belong to the sentence above.
  package func lines(_ style: ReportStyle) -> [String] {
    groups.flatMap { group in
      let sentence = group.sentence
      let cause = sentence.cause.map { ", since \($0)" } ?? ""
      guard group.places.count > 1 else {
        let place = group.places[0]
        let text = Self.text(sentence, place.location) + cause + "; before: \(place.before)"
        return ReportParagraph(text, sentence.tone).lines(style)
      }
      let head = Self.text(sentence, "\(group.places.count) locations") + cause
      let width = group.places.map(\.location.columns).max() ?? 0
      return ReportParagraph(head, sentence.tone).lines(style)
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

  private static func text(_ sentence: Sentence, _ place: String) -> String {
    let who = AccessPerson.list(sentence.people)
    let verb = sentence.people.count == 1 ? sentence.verb.rawValue : sentence.verb.plural
    return "\(who) \(verb) \(place)\(sentence.end)"
  }

  /// The sentences about all that is no change of a cell.
  private var others: [String] {
    difference.newPeople.map { "\($0) is not in the snapshot" }
      + difference.gonePeople.map { "\($0) is in the snapshot, and nobody any more" }
      + difference.newEntries.map { entry in
        "\(entry.title) is not in the snapshot: \(Self.words(of: entry))"
      }
      + difference.goneEntries.map { "\($0.title) is in the snapshot, and not tried any more" }
  }

  /// The cells of a location in words: `mei and jonas: opens; visitor: sent to /login`.
  private static func words(of entry: AccessSnapshot.Entry) -> String {
    var groups: [(words: String, people: [String])] = []
    for cell in entry.cells {
      if let known = groups.firstIndex(where: { $0.words == cell.words }) {
        groups[known].people.append(cell.person)
      } else {
        groups.append((cell.words, [cell.person]))
      }
    }
    return groups.map { "\(AccessPerson.list($0.people)): \($0.words)" }.joined(separator: "; ")
  }

  // MARK: Grouping

  /// The sentences with the locations that they are about, the most open first.
  private var groups: [Group] {
    var merged: [Group] = []
    for (sentence, place) in byLocation {
      if let known = merged.firstIndex(where: { $0.sentence == sentence }) {
        merged[known].places.append(place)
      } else {
        merged.append(Group(sentence, place))
      }
    }
    return merged.enumerated()
      .sorted { left, right in
        let ranks = (Self.rank(left.element.sentence), Self.rank(right.element.sentence))
        return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : left.offset < right.offset
      }
      .map(\.element)
  }

  private static func rank(_ sentence: Sentence) -> Int {
    sentence.tone == .bad ? 0 : 1
  }

  /// A sentence for all people to whom the same happened at a location.
  private var byLocation: [(Sentence, (location: String, before: String))] {
    var sentences: [(sentence: Sentence, place: (location: String, before: String))] = []
    for change in difference.changes {
      let sentence = Self.sentence(of: change)
      let known = sentences.lastIndex { known in
        var same = known.sentence
        same.people = sentence.people
        return known.place.location == change.location && same == sentence
          && known.place.before == change.before.words
      }
      if let known {
        sentences[known].sentence.people.append(change.person)
      } else {
        sentences.append((sentence, (change.location, change.before.words)))
      }
    }
    return sentences.map { ($0.sentence, $0.place) }
  }

  private static func sentence(of change: AccessDifference.Change) -> Sentence {
    let now = change.now
    let reason = now.reason.map { ": \($0.onOneLine.printable)" } ?? ""
    func sentence(_ verb: Verb, _ end: String, _ tone: ReportStyle.Tone) -> Sentence {
      Sentence(
        people: [change.person],
        verb: verb,
        end: end,
        cause: change.cause?.printable,
        tone: tone
      )
    }
    let wasOpen = change.before.words == "opens"
    let target = String((now.target ?? "").printable.prefix { $0 != "?" })
    return switch now.ending {
    case .opens: sentence(.canOpen, "", .bad)
    case .sent: sentence(wasOpen ? .cannotOpen : .isSentOn, ": sent to \(target)", .notable)
    case .stopped: sentence(wasOpen ? .cannotOpen : .isStopped, reason, .notable)
    case .missing: sentence(.findsNothing, "", .notable)
    case .waits: sentence(.waits, "", .notable)
    case .fails: sentence(.fails, reason, .bad)
    }
  }
}

extension AccessDifference {
  /// The difference as `access --against --json` prints it, a value a line.
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

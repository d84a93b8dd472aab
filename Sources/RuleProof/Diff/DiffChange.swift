package import MessageStream
package import Moonroute
package import Rehearsal
import ScriptReports

/// One difference between two versions.
package struct DiffChange: Sendable {
  package let kind: DiffKind

  /// The thing that differs, or a sentence about it, without its place.
  let subject: DiffText

  /// The rest of the sentence, which several links can share.
  let predicate: DiffText?

  /// A remark in brackets after the text.
  package var note: DiffText?

  /// The place of the rule in the new version, or of the removed rule in the old one.
  package var site: SourceSite?

  /// The places where a comment can allow the difference.
  package var rules: [SourceSite] = []

  /// The name or pattern of the route in the new version, if it belongs to one.
  package var route: String?

  /// The definition of a route that undoes the difference.
  package var remedy: String?

  /// The difference of a person's access.
  package var door: AccessDifference.Change?

  /// The fields of its JSON value, after the kind and the severity.
  package var fields: [JSON.Field] = []

  /// Whether a comment at a rule allows it.
  package var isAllowed = false

  init(
    _ kind: DiffKind,
    _ subject: DiffText,
    _ predicate: DiffText? = nil,
    note: DiffText? = nil,
    at site: SourceSite? = nil,
    fields: [JSON.Field] = []
  ) {
    (self.kind, self.subject, self.predicate) = (kind, subject, predicate)
    (self.note, self.site, self.fields) = (note, site, fields)
    rules = site.map { [$0] } ?? []
  }

  /// The sentence without its place.
  package var text: DiffText { predicate.map { "\(subject) \($0)" } ?? subject }

  /// Whether `--strict` fails because of it.
  package var isBad: Bool { !isAllowed && [.breaks, .opens].contains(kind.severity) }

  /// The difference as `diff --json` prints it.
  package var json: JSON {
    var fields = [
      JSON.Field("kind", .text(kind.rawValue)),
      JSON.Field("severity", .text(kind.severity.rawValue)),
    ]
    fields += self.fields
    if door == nil {
      fields.append(JSON.Field("text", .text(text.plain)))
      if let note { fields.append(JSON.Field("note", .text(note.plain))) }
      if let site {
        fields += [
          JSON.Field("file", .text(site.file)), JSON.Field("line", .integer(Int64(site.line))),
        ]
      }
    }
    if isAllowed { fields.append(JSON.Field("allowed", .bool(true))) }
    return .fields(("change", .object(fields)))
  }
}

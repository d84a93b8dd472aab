/// The entries that a match refers to, held by their table and by the matches that need them.
@usableFromInline
final class MatchOwner: Sendable {
  let entries: [RouteTable.Entry]

  init(_ entries: [RouteTable.Entry]) {
    self.entries = entries
  }
}

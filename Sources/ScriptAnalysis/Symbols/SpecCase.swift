/// A spec, and the routes that its text says it opens.
package struct SpecCase: Sendable {
  package let file: String
  /// The bytes of the call that defines it.
  package let range: Range<Int>
  /// The first line, counted from 1.
  package let line: Int
  /// Its own words.
  package let name: String
  /// Its words behind those of the groups around it.
  package let fullName: String
  /// The identities of the routes.
  package let routes: Set<Int>
}

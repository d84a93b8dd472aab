/// A spec, and the routes that it opens according to its text.
package struct SpecCase: Sendable {
  package let file: String
  /// The bytes of the call that defines it.
  package let range: Range<Int>
  /// The first line, counted from 1.
  package let line: Int
  package let name: String
  /// Its name after those of the groups around it.
  package let fullName: String
  package let routes: Set<Int>
}

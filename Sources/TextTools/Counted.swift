/// A number with its noun: `1 route`, `2 routes`, `2 people`.
///
/// - Parameters:
///   - count: The number.
///   - one: The noun of one.
///   - many: The noun of any other number. Default: `one` with an `s`.
/// - Returns: The words.
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}

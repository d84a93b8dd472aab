/// Returns a number with its noun: `1 route`, `2 routes`, `2 people`.
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}

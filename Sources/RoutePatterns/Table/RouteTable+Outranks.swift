extension RouteTable.Entry {
  /// Whether the entry wins over another one whatever their registration.
  ///
  /// For those who look into several tables and put the matches in order.
  ///
  /// - Parameter other: An entry that fits the same location.
  /// - Returns: `false` too when only the registration decides between both.
  package func outranks(_ other: RouteTable.Entry) -> Bool {
    if priority != other.priority { return priority > other.priority }
    let (own, others) = (host?.openLabelCount ?? .max, other.host?.openLabelCount ?? .max)
    if own != others { return own < others }
    let (rank, otherRank) = (pattern.form.rank, other.pattern.form.rank)
    if rank.head != otherRank.head { return rank.head < otherRank.head }
    return rank.tail.lexicographicallyPrecedes(otherRank.tail)
  }
}

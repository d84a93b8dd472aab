/// What a table answers for one rank.
struct RouteAnswer: Sendable {
  /// The parameters of the path; held by the pattern of the entry, which lives as long as the table.
  let list: Unmanaged<ParameterList>
  /// The index of the entry.
  let entry: Int32
  /// Whether a match can do without its pattern and its host.
  let isPlain: Bool

  init(_ entry: RouteTable.Entry, at index: Int32) {
    let list = entry.pattern.list
    self.list = Unmanaged.passUnretained(list)
    self.entry = index
    isPlain =
      list.isImmortal && list.isFixed && entry.host?.parameters.isEmpty ?? true
  }
}

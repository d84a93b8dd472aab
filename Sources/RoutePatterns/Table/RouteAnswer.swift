/// A table's precomputed answer for one entry.
@usableFromInline
struct RouteAnswer: Sendable {
  /// The parameters of the path; retained by the pattern of the entry, which lives as long as the
  /// table.
  @usableFromInline let list: Unmanaged<ParameterList>
  @usableFromInline let entry: Int32
  /// The number of values in the path.
  let slotCount: UInt16
  /// Whether a match does not need its pattern and its host.
  let isPlain: Bool

  init(_ entry: RouteTable.Entry, at index: Int32) {
    let list = entry.pattern.list
    self.list = Unmanaged.passUnretained(list)
    self.entry = index
    slotCount = UInt16(clamping: list.slots.count)
    isPlain =
      list.isImmortal && list.isFixed && entry.host?.parameters.isEmpty ?? true
  }
}

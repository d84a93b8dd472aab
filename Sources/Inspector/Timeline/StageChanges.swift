#if Inspector
import MessageStream
import ScriptReports

/// The changes that turn one stage into another, in wire format.
struct StageChanges {
  /// With more changes, the whole stage is shorter.
  private static let limit = 1_000

  private(set) var list: [JSON] = []

  /// Returns `nil` if the whole stage is shorter.
  init?(from before: JSON, to after: JSON) {
    compare(before, after)
    if list.count > Self.limit { return nil }
  }

  private mutating func add(_ name: String, _ values: JSON...) {
    list.append(.list([.text(name)] + values))
  }

  private mutating func compare(_ before: JSON, _ after: JSON) {
    guard before != after, case .object(let old) = before, case .object(let new) = after else {
      return
    }
    let own = new.filter { field in
      !Self.inner.contains(field.name) && !old.contains(field)
    }
    let gone = old.filter { field in !new.contains { $0.name == field.name } }
    let changed = own + gone.map { JSON.Field($0.name, .null) }
    if !changed.isEmpty { add("set", after.nodeID, .object(changed)) }
    compareChildren(before["children"].items, after["children"].items, of: after.nodeID)
    comparePresented(before["presented"], after["presented"], over: after.nodeID)
  }

  private static let inner: Set<String> = ["children", "presented"]

  private mutating func compareChildren(_ before: [JSON], _ after: [JSON], of parent: JSON) {
    let kept = Set(after.map { $0.nodeID.line })
    var now = before
    for child in before where !kept.contains(child.nodeID.line) { add("remove", child.nodeID) }
    now.removeAll { !kept.contains($0.nodeID.line) }
    for (place, child) in after.enumerated() {
      if place < now.count, now[place].nodeID == child.nodeID {
        compare(now[place], child)
      } else if let from = now.firstIndex(where: { $0.nodeID == child.nodeID }) {
        let moved = now.remove(at: from)
        now.insert(moved, at: place)
        add("move", child.nodeID, parent, .int(place))
        compare(moved, child)
      } else {
        now.insert(child, at: place)
        add("add", parent, .int(place), child)
      }
    }
  }

  private mutating func comparePresented(_ before: JSON, _ after: JSON, over node: JSON) {
    guard before != after else { return }
    if after == .null { return add("dismiss", node) }
    let isSame =
      before["node"].nodeID == after["node"].nodeID && before["animator"] == after["animator"]
      && before["options"] == after["options"]
    if isSame { compare(before["node"], after["node"]) } else { add("present", node, after) }
  }
}

extension JSON {
  /// The number of a node; that of the window is 0.
  fileprivate var nodeID: JSON { self["id"] == .null ? .int(0) : self["id"] }
}
#endif

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
    if !changed.isEmpty { add("set", .integer(after.nodeID), .object(changed)) }
    compareChildren(before["children"].items, after["children"].items, of: after.nodeID)
    comparePresented(before["presented"], after["presented"], over: after.nodeID)
  }

  private static let inner: Set<String> = ["children", "presented"]

  private mutating func compareChildren(_ before: [JSON], _ after: [JSON], of parent: Int64) {
    // A push on a high stack changes only the end.
    let common = zip(before, after).prefix { $0.nodeID == $1.nodeID }
    for (old, new) in common { compare(old, new) }
    let later = after.enumerated().dropFirst(common.count)
    let kept = Set(later.map(\.element.nodeID))
    var now = Array(before.prefix(common.count))
    for child in before.dropFirst(common.count) {
      if kept.contains(child.nodeID) {
        now.append(child)
      } else {
        add("remove", .integer(child.nodeID))
      }
    }
    for (place, child) in later {
      if place < now.count, now[place].nodeID == child.nodeID {
        compare(now[place], child)
      } else if let from = now.firstIndex(where: { $0.nodeID == child.nodeID }) {
        let moved = now.remove(at: from)
        now.insert(moved, at: place)
        add("move", .integer(child.nodeID), .integer(parent), .int(place))
        compare(moved, child)
      } else {
        now.insert(child, at: place)
        add("add", .integer(parent), .int(place), child)
      }
    }
  }

  private mutating func comparePresented(_ before: JSON, _ after: JSON, over node: Int64) {
    guard before != after else { return }
    if after == .null { return add("dismiss", .integer(node)) }
    let isSame =
      before["node"].nodeID == after["node"].nodeID && before["animator"] == after["animator"]
      && before["options"] == after["options"]
    if isSame {
      compare(before["node"], after["node"])
    } else {
      add("present", .integer(node), after)
    }
  }
}

extension JSON {
  /// The number of a node; that of the window is 0.
  fileprivate var nodeID: Int64 {
    guard case .integer(let id) = self["id"] else { return 0 }
    return id
  }
}
#endif

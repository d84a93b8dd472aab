#if Releases
package import MessageStream

extension OpenCounts {
  /// Reads counts; missing ones are 0, and routes beyond the limits only count overall.
  package init(_ json: JSON) {
    self.init()
    let total = Count(json["opens"], failed: json["failed"])
    if case .object(let fields) = json["routes"] {
      for field in fields {
        add(Count(field.value["opens"], failed: field.value["failed"]), route: field.name)
      }
    }
    all = total
  }

  /// The fields `opens`, `failed` and `routes`.
  package var json: JSON {
    let fields = routes.sorted { $0.key < $1.key }.map { JSON.Field($0.key, $0.value.json) }
    return .fields(
      ("failed", .int(all.failed)),
      ("opens", .int(all.opens)),
      ("routes", .object(fields))
    )
  }
}

extension OpenCounts.Count {
  /// The largest number that is read, so that sums never overflow.
  private static let limit = 1 << 40

  fileprivate init(_ opens: JSON, failed: JSON) {
    self.init(
      opens: min(max(0, opens.int ?? 0), Self.limit),
      failed: min(max(0, failed.int ?? 0), Self.limit)
    )
  }

  fileprivate var json: JSON { .fields(("failed", .int(failed)), ("opens", .int(opens))) }
}
#endif

import RoutePatterns

/// Entries that are tried one by one, then sorted.
struct NaiveTable {
  struct Entry {
    var pattern: NaivePattern
    var scheme: String?
    /// Labels, including `*` and `:name`.
    var host: [String]?
    var priority = 0
    var isCaseSensitive = true
    var isOwned = false

    /// The template with scheme and host.
    var template: String {
      guard let scheme else { return pattern.template }
      return scheme + "://" + (host ?? []).joined(separator: ".") + pattern.template
    }
  }

  struct Match: Equatable {
    let entry: Int
    let values: [String: NaivePattern.Value]
  }

  let entries: [Entry]
  let order: RouteTable.Order
  let fallback: [String: Bool]

  /// Every match, the winner first.
  func matches(_ location: Location) -> [Match] {
    let own = location.scheme.map { scheme in matches(location) { $0.scheme == scheme } } ?? []
    let isKnown = entries.contains { $0.scheme != nil && $0.scheme == location.scheme }
    let isWeb = location.scheme == "http" || location.scheme == "https"
    let fallsBack = location.scheme.flatMap { fallback[$0] } ?? (!isKnown || isWeb)
    return fallsBack ? own + matches(location) { $0.scheme == nil } : own
  }

  private func matches(_ location: Location, _ isAsked: (Entry) -> Bool) -> [Match] {
    let segments = location.segments
    return entries.indices.filter { isAsked(entries[$0]) }.sorted(by: wins)
      .compactMap { index in
        let entry = entries[index]
        guard let hostValues = Self.fit(entry.host, location.host),
          let values = entry.pattern.match(segments, isCaseSensitive: entry.isCaseSensitive)
        else { return nil }
        return Match(entry: index, values: values.merging(hostValues) { first, _ in first })
      }
  }

  private static func fit(_ labels: [String]?, _ host: String?) -> [String: NaivePattern.Value]? {
    guard let labels else { return [:] }
    let parts = (host ?? "").split(separator: ".", omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == labels.count else { return nil }
    var values: [String: NaivePattern.Value] = [:]
    for (label, part) in zip(labels, parts) {
      if label.hasPrefix(":"), !part.isEmpty {
        values[String(label.dropFirst())] = .text(part)
      } else if label == "*" ? part.isEmpty : label.lowercased() != part {
        return nil
      }
    }
    return values
  }

  private func wins(_ left: Int, _ right: Int) -> Bool {
    let (first, second) = (entries[left], entries[right])
    if first.priority != second.priority { return first.priority > second.priority }
    switch order {
    case .first: return left < right
    case .last: return left > right
    case .rank: break
    }
    let (firstOpen, secondOpen) = (openLabels(first), openLabels(second))
    if firstOpen != secondOpen { return firstOpen < secondOpen }
    let (firstClasses, secondClasses) = (first.pattern.classes, second.pattern.classes)
    if firstClasses != secondClasses {
      return firstClasses.lexicographicallyPrecedes(secondClasses)
    }
    return left < right
  }

  private func openLabels(_ entry: Entry) -> Int {
    entry.host?.count { $0 == "*" || $0.hasPrefix(":") } ?? 1_000
  }
}

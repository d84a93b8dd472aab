package import MessageStream
import Moonroute
import RoutePatterns
import TextTools

/// The decisions of the systems and of the table about one link.
package struct LinkVerdict: Sendable {
  package let link: String
  /// The decision of each system whose file is checked.
  package let systems: [(name: String, decision: LinkDecision)]
  package let table: LinkTable.Answer

  /// Whether a system's decision certainly differs from the table's.
  package func differs(_ decision: LinkDecision) -> Bool {
    guard isWeb else { return false }
    return switch decision.answer {
    case .opens: !table.opens
    case .stays: table.opens
    case .unclear: false
    }
  }

  /// Whether the link is for the web; the files say nothing about other links.
  let isWeb: Bool

  package var agrees: Bool { !systems.contains { differs($0.decision) } }

  package var json: JSON {
    var fields = [JSON.Field("link", .text(link))]
    fields += systems.map { JSON.Field($0.name, $0.decision.json) }
    fields += [JSON.Field("table", table.json), JSON.Field("agrees", .bool(agrees))]
    return .object(fields)
  }
}

/// Compares the files of each host with the table.
package final class LinkChecker {
  private struct Matchers {
    let hosts: [HostRule]
    let apple: AppleMatcher?
    let android: AndroidMatcher?
  }

  private let table: LinkTable
  private let plan: LinkPlan
  /// The host of links without a host.
  private let host: String
  private let matchers: [Matchers]
  private let read: Read

  /// The files of others to check instead of the written ones.
  package struct Read {
    package var apple: (file: AppleLinkFile, name: String)?
    package var android: (file: AndroidLinkFile, name: String)?
    package var manifest: AndroidManifest?

    package init() {}

    var hasFiles: Bool { apple != nil || android != nil }
  }

  package init(
    _ table: LinkTable,
    _ plan: LinkPlan,
    settings: LinkSettings,
    reading read: Read = Read()
  ) {
    (self.table, self.plan, self.read) = (table, plan, read)
    host = plan.files.first?.hosts.first?.replacing("*", with: "x") ?? "example.com"
    if read.hasFiles {
      matchers = [
        Matchers(
          hosts: settings.hosts.compactMap { try? HostRule(parsing: $0) },
          apple: read.apple.map { AppleMatcher($0.file, apps: settings.apple) },
          android: read.android.map {
            let apps = settings.android.map(\.package)
            return AndroidMatcher($0.file, manifest: read.manifest, apps: apps)
          }
        )
      ]
    } else {
      matchers = plan.files.map { files in
        Matchers(
          hosts: files.hosts.compactMap { try? HostRule(parsing: $0) },
          apple: AppleMatcher(files.apple, apps: []),
          android: AndroidMatcher(files.android, manifest: read.manifest, apps: [])
        )
      }
    }
  }

  package func verdict(about text: String) -> LinkVerdict {
    let link = WebLink(text, base: host)
    let found = matchers.first { matchers in
      matchers.hosts.isEmpty
        || link.host.map { host in matchers.hosts.contains { $0.matches(host) } }
          ?? false
    }
    let any = found ?? matchers.first
    let elsewhere: LinkDecision? =
      found == nil && link.isWeb ? .stays("the files are for other hosts") : nil
    var systems: [(name: String, decision: LinkDecision)] = []
    if let apple = any?.apple {
      systems.append(("apple", elsewhere ?? apple.decision(about: link)))
    }
    if let android = any?.android {
      systems.append(("android", elsewhere ?? android.decision(about: link)))
    }
    return LinkVerdict(
      link: text,
      systems: systems,
      table: table.answer(about: link.absolute),
      isWeb: link.isWeb
    )
  }

  /// Sample links: a group for each claim of the table, and one for the files of others.
  package var samples: [[String]] {
    var groups: [[String]] = []
    for (route, claims) in plan.claims {
      let origin = origin(of: route)
      for claim in claims {
        let texts = claim.hasWildcard ? SampleLocations.texts[...] : SampleLocations.texts.prefix(1)
        groups.append(
          texts.enumerated().map { origin + claim.path(filledWith: $1, number: $0) }
        )
      }
      let isTyped = route.pattern.parameters.contains { $0.type != .text && $0.type != .list }
      guard isTyped || !route.samples.isEmpty else { continue }
      let samples = SampleLocations(of: route, rules: table.rules).locations
      groups.append(samples.map { origin + PercentText.encoded($0.path) })
    }
    groups.append(examples(SampleLocations.texts[0]).map { "https://\(host)\($0.link)" })
    var known: Set<String> = []
    return groups.map { $0.filter { known.insert($0).inserted } }
  }

  private func examples(_ text: String) -> [LinkExample] {
    (read.apple?.file.examples(text) ?? []) + (read.android?.file.examples(text) ?? [])
  }

  /// The scheme and host of sample links of a route.
  private func origin(of route: RouteInfo) -> String {
    let hosts = plan.files.flatMap(\.hosts)
    let host = hosts.first { table.allows($0, for: route) }?.replacing("*", with: "x")
    return
      "https://\(host ?? route.host.map { $0.isFixed ? $0.description : self.host } ?? self.host)"
  }

  /// Whether it checks files of others.
  package var readsFiles: Bool { read.hasFiles }

  /// The problems of the files of others.
  package var problems: [LinkFileProblem] {
    (read.apple?.file.problems ?? []) + (read.android?.file.problems ?? [])
      + (read.manifest?.problems ?? [])
  }

  /// The warnings about the files that are checked.
  package var warnings: [LinkWarning] {
    guard read.hasFiles else { return plan.warnings }
    let used = usedComponents
    var warnings: [LinkWarning] = []
    if let (file, name) = read.apple {
      warnings += file.warnings(name: name, isWritten: false)
      warnings += unused(in: name, SampleLocations.texts.map(file.examples), used.apple)
    }
    if let (file, name) = read.android {
      warnings += file.warnings(name: name, isWritten: false)
      warnings += unused(in: name, SampleLocations.texts.map(file.examples), used.android)
    }
    return warnings.grouped { $0 }.map(\.key)
  }

  /// The places of the components that match a sample link which the table opens.
  private var usedComponents: (apple: Set<String>, android: Set<String>) {
    var places: (apple: Set<String>, android: Set<String>) = ([], [])
    for link in samples.joined().map({ WebLink($0, base: host) })
    where table.answer(about: link.absolute).opens {
      for matchers in matchers {
        places.apple.formUnion(matchers.apple?.places(matching: link) ?? [])
        places.android.formUnion(matchers.android?.places(matching: link) ?? [])
      }
    }
    return places
  }

  /// The components of a file that match no sample link of the table, and have no example that the
  /// table opens.
  private func unused(
    in file: String,
    _ examples: [[LinkExample]],
    _ used: Set<String>
  ) -> [LinkWarning] {
    (examples.first ?? []).indices
      .compactMap { index in
        let component = examples[0][index]
        guard !component.isExcluded, !used.contains(component.place),
          !examples.contains(where: {
            table.answer(about: "https://\(host)\($0[index].link)").opens
          })
        else { return nil }
        return .noRoute(file: file, place: component.place, pattern: component.label)
      }
  }
}

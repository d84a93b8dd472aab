import Moonroute

extension AppleLinkFile {
  /// The warnings about the components; a written file has warnings about its routes instead.
  func warnings(name: String, isWritten: Bool) -> [LinkWarning] {
    entries.flatMap { entry in
      LinkWarning.all(about: entry.components, at: entry.place, in: name, isWritten) {
        ApplePattern($0, variables, isCaseSensitive: true).starCount
      }
    }
  }

  /// An example of a link for each component, in the order of the file.
  package func examples(_ text: String) -> [LinkExample] {
    entries.flatMap { entry in
      entry.components.enumerated()
        .map { index, component in
          LinkExample(component, "\(entry.place)[\(index)]") {
            ApplePattern($0, variables, isCaseSensitive: true).example(text)
          }
        }
    }
  }
}

extension AndroidLinkFile {
  /// The warnings about the components; a written file has warnings about its routes instead.
  func warnings(name: String, isWritten: Bool) -> [LinkWarning] {
    statements.flatMap { statement in
      LinkWarning.all(about: statement.components ?? [], at: statement.place, in: name, isWritten) {
        _ in 0
      }
    }
  }

  /// An example of a link for each component, in the order of the file.
  package func examples(_ text: String) -> [LinkExample] {
    statements.flatMap { statement in
      (statement.components ?? []).enumerated()
        .map { index, component in
          LinkExample(component, "\(statement.place)[\(index)]") {
            $0.replacing("?*", with: text).replacing("*", with: text)
              .replacing("?", with: text.prefix(1))
          }
        }
    }
  }
}

extension LinkWarning {
  fileprivate static func all(
    about components: [LinkComponent],
    at place: String,
    in file: String,
    _ isWritten: Bool,
    starCount: (String) -> Int
  ) -> [LinkWarning] {
    var warnings: [LinkWarning] = []
    for (index, component) in components.enumerated() {
      if component.patterns.contains(where: { starCount($0) > starLimit }) {
        let place = "\(place)[\(index)]"
        warnings.append(.manyStars(file: file, place: place, pattern: component.label))
      }
      guard !isWritten, let path = component.path else { continue }
      if path.split(separator: "/").contains(where: { $0.ranges(of: "?*").count > 1 }) {
        warnings.append(.twice(pattern: path))
      }
    }
    if !components.isEmpty, components.allSatisfy(\.isExcluded) {
      warnings.append(.onlyExclusions(file: file))
    }
    return warnings
  }
}

/// A link that a component of a file matches, as a path with query and fragment.
package struct LinkExample: Sendable {
  package let link: String
  package let isExcluded: Bool
  let place: String
  let label: String

  init(_ component: LinkComponent, _ place: String, fill: (String) -> String) {
    var link = component.path.map(fill) ?? "/"
    if !link.hasPrefix("/") { link = "/" + link }
    switch component.query {
    case .text(let text): link += "?" + fill(text)
    case .items(let items):
      link += "?" + items.map { "\($0.name)=\(fill($0.pattern))" }.joined(separator: "&")
    case nil: break
    }
    if let fragment = component.fragment { link += "#" + fill(fragment) }
    self.link = PercentText.encoded(link)
    (isExcluded, self.place, label) = (component.isExcluded, place, component.label)
  }
}

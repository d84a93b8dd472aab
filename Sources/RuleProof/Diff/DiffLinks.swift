import Moonroute
import Rehearsal
import ScriptAnalysis

/// The links that a comparison tries, each once, with the first place where it is written.
struct DiffLinks: Sendable {
  struct Link: Sendable {
    let text: String
    /// The file and line, or the list; `nil` for a sample.
    let origin: String?
  }

  private(set) var all: [Link] = []
  private var seen: Set<String> = []

  /// Collects the samples, the locations in specs and `links.txt` of both sides, and other lists.
  init(
    _ sides: [(side: DiffSide, loaded: LoadedSide)],
    lists: [(name: String, links: [String])]
  ) throws(LinkListError) {
    for (_, loaded) in sides {
      for place in loaded.places { if let location = place.location { add(location) } }
      for location in loaded.decisionLocations { add(location) }
    }
    for (_, loaded) in sides.reversed() {
      for script in loaded.analysed where script.isSpec {
        for (location, line) in script.openedLocations {
          add(location, "\(SourceSite(file: script.file, line: line))")
        }
      }
    }
    for (side, _) in sides.reversed() {
      for link in try Self.circulating(in: side) { add(link, DiffSide.linksFile) }
    }
    for (name, links) in lists {
      for link in links { add(link, name) }
    }
  }

  /// The links in `links.txt`.
  static func circulating(in side: DiffSide) throws(LinkListError) -> [String] {
    guard let bytes = side.files[DiffSide.linksFile] else { return [] }
    var reader = LinkReader(name: DiffSide.linksFile, format: .text)
    return try reader.read(bytes[...]) + reader.finish()
  }

  private mutating func add(_ text: String, _ origin: String? = nil) {
    if seen.insert(text).inserted { all.append(Link(text: text, origin: origin)) }
  }
}

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
    }
    for (_, loaded) in sides.reversed() {
      for script in loaded.analysed where script.isSpec {
        for (location, line) in script.openedLocations {
          add(location, "\(SourceSite(file: script.file, line: line))")
        }
      }
    }
    for (side, _) in sides.reversed() {
      guard let bytes = side.files[DiffSide.linksFile] else { continue }
      var reader = LinkReader(name: DiffSide.linksFile, format: .text)
      let links = try reader.read(bytes[...]) + reader.finish()
      for link in links { add(link, DiffSide.linksFile) }
    }
    for (name, links) in lists {
      for link in links { add(link, name) }
    }
  }

  private mutating func add(_ text: String, _ origin: String? = nil) {
    if seen.insert(text).inserted { all.append(Link(text: text, origin: origin)) }
  }
}

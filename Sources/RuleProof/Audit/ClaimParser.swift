import LinkFiles

/// Extracts an example of each claim of a links file for Apple's or Google's systems.
struct ClaimParser: LinkParser {
  private static let byteLimit = 16 << 20

  private let name: String
  private var bytes: [UInt8] = []
  private(set) var skippedCount = 0

  init(name: String) { self.name = name }

  mutating func read(_ bytes: ArraySlice<UInt8>, into links: inout [String]) throws(LinkListError) {
    self.bytes += bytes
    guard self.bytes.count <= Self.byteLimit else {
      throw LinkListError("\(name): it is too large for a links file.")
    }
  }

  mutating func finish(into links: inout [String]) throws(LinkListError) {
    let isForAndroid = bytes.first { $0 > 0x20 } == UInt8(ascii: "[")
    // Most types of parameters accept it.
    let text = "1"
    let examples: [LinkExample]
    let problems: [LinkFileProblem]
    if isForAndroid {
      let file = AndroidLinkFile(reading: bytes, name: name)
      (examples, problems) = (file.examples(text), file.problems)
    } else {
      let file = AppleLinkFile(reading: bytes, name: name)
      (examples, problems) = (file.examples(text), file.problems)
    }
    if examples.isEmpty, let problem = problems.first {
      throw LinkListError(problem.description)
    }
    skippedCount = examples.count(where: \.isExcluded)
    links += examples.filter { !$0.isExcluded }.map(\.link)
  }
}

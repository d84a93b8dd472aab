/// Finds the patterns that may match a text by the text before their first wildcard.
struct PrefixIndex {
  private struct Node {
    var next: [(byte: UInt8, node: Int32)] = []
    /// The patterns with a wildcard here.
    var open: [Int32] = []
    /// The patterns without wildcards that end here.
    var whole: [Int32] = []
  }

  private var nodes = [Node()]

  /// Adds a pattern; numbers are added in ascending order.
  mutating func add(_ number: Int, prefix: [UInt8], isLiteral: Bool) {
    var place = 0
    for byte in prefix {
      if let (_, next) = nodes[place].next.first(where: { $0.byte == byte }) {
        place = Int(next)
      } else {
        nodes[place].next.append((byte, Int32(nodes.count)))
        place = nodes.count
        nodes.append(Node())
      }
    }
    if isLiteral {
      nodes[place].whole.append(Int32(number))
    } else {
      nodes[place].open.append(Int32(number))
    }
  }

  /// Appends the numbers of the patterns that may match a text.
  func append(_ text: [UInt8], to numbers: inout [Int32]) {
    var place = 0
    for byte in text {
      numbers += nodes[place].open
      guard let (_, next) = nodes[place].next.first(where: { $0.byte == byte }) else { return }
      place = Int(next)
    }
    numbers += nodes[place].open
    numbers += nodes[place].whole
  }
}

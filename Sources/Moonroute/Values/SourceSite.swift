/// The place in a source that something came from, such as `routes/cart.lua:12`.
public struct SourceSite: Hashable, Sendable, CustomStringConvertible {
  /// The file as its author names it, relative to the application.
  public let file: String

  /// The line, counted from 1.
  public let line: Int

  /// Names a place.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The place as `file:line`.
  public var description: String { "\(file):\(line)" }
}

/// One call of a script's function that had not ended when an error happened.
public struct SourceFrame: Hashable, Sendable, CustomStringConvertible {
  /// The line that the function had come to.
  public let site: SourceSite

  /// The function in words: `in function 'total'`.
  public let label: String

  /// Describes a call.
  ///
  /// - Parameters:
  ///   - site: The line that the function had come to.
  ///   - label: What the function is, such as `in function 'total'`.
  public init(site: SourceSite, label: String) {
    self.site = site
    self.label = label
  }

  /// The form of a traceback's line: `routes/cart.lua:12: in function 'total'`.
  public var description: String { "\(site): \(label)" }
}

extension [SourceFrame] {
  /// The calls with those that are equal and follow one another as one, as a recursion leaves them.
  package var folded: [(frame: SourceFrame, count: Int)] {
    var calls: [(frame: SourceFrame, count: Int)] = []
    for frame in self {
      if let last = calls.last, last.frame == frame {
        calls[calls.count - 1].count += 1
      } else {
        calls.append((frame, 1))
      }
    }
    return calls
  }
}

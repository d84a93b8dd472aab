/// A position in a source file, such as `routes/cart.lua:12`.
public struct SourceSite: Hashable, Sendable, CustomStringConvertible {
  /// The name of the file, relative to the application.
  public let file: String

  /// The line, starting at 1.
  public let line: Int

  /// Makes a position.
  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The position as `file:line`.
  public var description: String { "\(file):\(line)" }
}

/// One active call of a script's function at the time of an error.
package struct SourceFrame: Hashable, Sendable, CustomStringConvertible {
  /// The current line of the function.
  package let site: SourceSite

  /// A description of the function: `in function 'total'`.
  package let label: String

  /// Makes a frame.
  ///
  /// - Parameters:
  ///   - site: The current line of the function.
  ///   - label: A description of the function, such as `in function 'total'`.
  package init(site: SourceSite, label: String) {
    self.site = site
    self.label = label
  }

  /// A line of a traceback: `routes/cart.lua:12: in function 'total'`.
  package var description: String { "\(site): \(label)" }
}

extension [SourceFrame] {
  /// The calls, with consecutive equal ones merged, as they occur in a recursion.
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

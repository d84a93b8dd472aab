import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads a report as build servers do: which elements may be where, and what each must have.
final class JUnitReader: NSObject, XMLParserDelegate {
  /// An element: where it may be, and the attributes that it must have.
  private static let rules: [String: (parent: String?, attributes: [String])] = [
    "testsuites": (nil, ["tests", "failures", "errors", "time"]),
    "testsuite": ("testsuites", ["name", "tests", "failures", "errors", "skipped", "time"]),
    "testcase": ("testsuite", ["name", "classname", "time"]),
    "failure": ("testcase", ["message", "type"]),
    "error": ("testcase", ["message", "type"]),
    "skipped": ("testcase", []),
    "system-out": ("testcase", []),
  ]
  private static let numbers = ["tests", "failures", "errors", "skipped", "time", "line"]

  private(set) var problems: [String] = []
  private(set) var counts: [String: Int] = [:]
  private var path: [String] = []

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    if let rule = Self.rules[name] {
      if path.last != rule.parent { problems.append("\(name) in \(path.last ?? "nothing")") }
      for attribute in rule.attributes where attributes[attribute] == nil {
        problems.append("\(name) has no \(attribute)")
      }
    } else {
      problems.append("unknown element \(name)")
    }
    for number in Self.numbers {
      if let value = attributes[number], Double(value) == nil {
        problems.append("\(number) of \(name) is '\(value)'")
      }
    }
    if !["testsuites", "testsuite", "system-out"].contains(name) { counts[name, default: 0] += 1 }
    path.append(name)
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    path.removeLast()
  }
}

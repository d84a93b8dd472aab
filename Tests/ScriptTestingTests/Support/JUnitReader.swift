import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads a report by the rules of Jenkins' schema `junit-10.xsd`: the allowed places of elements,
/// and their required and optional attributes.
///
/// In addition, a test has the place that pytest writes, and the failed tries that Surefire writes.
final class JUnitReader: NSObject, XMLParserDelegate {
  /// The allowed parents of an element, and its required and optional attributes.
  private struct Rule {
    let parents: [String?]
    var needed: [String] = []
    var allowed: [String] = []
  }

  private static let rules: [String: Rule] = [
    "testsuites": Rule(
      parents: [nil],
      allowed: ["name", "time", "tests", "failures", "errors"]
    ),
    "testsuite": Rule(
      parents: ["testsuites", "testsuite"],
      needed: ["name", "tests", "failures", "errors"],
      allowed: [
        "group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url",
      ]
    ),
    "testcase": Rule(
      parents: ["testsuite"],
      needed: ["name", "file"],
      allowed: ["time", "classname", "group", "line"]
    ),
    "flakyFailure": Rule(parents: ["testcase"], needed: ["type"], allowed: ["message"]),
    "rerunFailure": Rule(parents: ["testcase"], needed: ["type"], allowed: ["message"]),
    "flakyError": Rule(parents: ["testcase"], needed: ["type"], allowed: ["message"]),
    "rerunError": Rule(parents: ["testcase"], needed: ["type"], allowed: ["message"]),
    "failure": Rule(parents: ["testcase"], allowed: ["type", "message"]),
    "error": Rule(parents: ["testcase"], allowed: ["type", "message"]),
    "skipped": Rule(parents: ["testcase"], allowed: ["type", "message"]),
    "system-out": Rule(parents: ["testcase", "testsuite"]),
    "system-err": Rule(parents: ["testcase", "testsuite"]),
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
      if !rule.parents.contains(path.last) {
        problems.append("\(name) in \(path.last ?? "nothing")")
      }
      for attribute in rule.needed where attributes[attribute] == nil {
        problems.append("\(name) has no \(attribute)")
      }
      for attribute in attributes.keys where !(rule.needed + rule.allowed).contains(attribute) {
        problems.append("\(name) may not have \(attribute)")
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

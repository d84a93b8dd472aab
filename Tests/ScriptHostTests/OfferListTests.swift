import Foundation
import Moonroute
import Testing

@testable import ScriptHost

/// `offers.json`: the list of a program's offers, written and read.
@Suite struct OfferListTests {
  private struct Basket: Sendable {}

  private static func offers() -> HostOffers {
    var offers = HostOffers()
    offers.function(
      "stock",
      takes: ["id": "integer"],
      answers: "integer",
      summary: "Pieces left."
    ) { _ in 3 }
    offers.function("plain") { arguments in arguments.first ?? .null }
    offers.function("typed") { (name: String, count: Int?, prices: [String: Double]) in [name] }
    offers.function("named", takes: ["who": "string"]) { (name: String) in name }
    offers.function("later") { (flag: Bool) async in
      await Task.yield()
      return flag
    }
    offers.value("version", "1.4.0")
    offers.value("limit", 3)
    offers.view("Home") { _ in Screen("Home") }
    offers.view("About") { _ in Screen("About") }
    offers.transitions = ["flip", "fade"]
    offers.type(
      "Basket",
      Basket.self,
      methods: ["add": { _, _ in .null }, "count": { _, _ in 1 }],
      signatures: ["add": HostSignature(takes: ["sku": "string"], answers: "nil")]
    )
    return offers
  }

  @Test func `a program writes its offers and reads the same ones`() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Self.offers().write(to: file)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(
      text == """
        {
          "functions": [
            {
              "name": "later",
              "takes": [{ "name": "value1", "type": "boolean" }],
              "answers": "boolean",
              "waits": true
            },
            {
              "name": "named",
              "takes": [{ "name": "who", "type": "string" }],
              "answers": "string",
              "waits": false
            },
            { "name": "plain", "waits": false },
            {
              "name": "stock",
              "takes": [{ "name": "id", "type": "integer" }],
              "answers": "integer",
              "waits": false,
              "summary": "Pieces left."
            },
            {
              "name": "typed",
              "takes": [
                { "name": "value1", "type": "string" },
                { "name": "value2", "type": "integer?" },
                { "name": "value3", "type": "table<string, number>" }
              ],
              "answers": "string[]",
              "waits": false
            }
          ],
          "values": [{ "name": "limit", "type": "integer" }, { "name": "version", "type": "string" }],
          "views": ["About", "Home"],
          "transitions": ["fade", "flip"],
          "types": [
            {
              "name": "Basket",
              "fields": [],
              "methods": [
                { "name": "add", "takes": [{ "name": "sku", "type": "string" }], "answers": "nil" },
                { "name": "count" }
              ]
            }
          ]
        }

        """
    )
    #expect(try OfferList(reading: text) == OfferList(Self.offers()))
  }

  @Test(arguments: [
    ("[]", "'offers' is not an object."),
    (#"{ "view": [] }"#, "'view' is not a field of 'offers'. Did you mean 'views'?"),
    (#"{ "views": {} }"#, "'views' is not a list."),
    (#"{ "views": ["A", 1] }"#, "'views[2]' is not a text."),
    (#"{ "values": [{ "type": "string" }] }"#, "'values[1]' has no name."),
    (
      #"{ "values": [{ "name": "a", "type": "x\nos.exit()" }] }"#,
      "'values[1].type' is not a type such as 'integer'."
    ),
    (#"{ "functions": [{ "name": "a", "takes": 1 }] }"#, "'functions[1].takes' is not a list."),
    (
      #"{ "functions": [{ "name": "a", "takes": [{ "name": "end" }] }] }"#,
      "'functions[1]': 'end' is not a valid parameter name. Use letters, digits and '_'."
    ),
    (
      #"{ "functions": [{ "name": "a", "answers": "" }] }"#,
      "'functions[1]': '' is not a type. Write one such as 'integer' or 'string?'."
    ),
    (
      #"{ "types": [{ "name": "A", "methods": [{ "name": "b", "waits": true }] }] }"#,
      "'waits' is not a field of 'types[1].methods[1]'."
    ),
  ])
  func `an error in the file is reported with its place`(text: String, message: String) {
    let problem = #expect(throws: OfferError.self) { try OfferList(reading: text) }
    #expect(problem?.description == message)
  }

  @Test func `a description that no editor can read is refused with the offers`() throws {
    let problems = #expect(throws: ScriptProblems.self) {
      try ScriptHost(.texts([:])) { offers in
        offers.function("a", takes: ["b c": "integer"]) { _ in .null }
      }
    }
    #expect(
      problems?.problems.map(\.message) == [
        "The description of 'host.a': 'b c' is not a valid parameter name. Use letters, digits"
          + " and '_'."
      ]
    )
    var offers = HostOffers()
    offers.value("call", 1)
    #expect(throws: ScriptProblems.self) {
      try offers.write(to: URL(filePath: "/dev/null/offers.json"))
    }
    #expect(throws: ScriptProblems.self) {
      try HostOffers().write(to: URL(filePath: "/dev/null/x/offers.json"))
    }
  }

  @Test func `offers that would be too large to read are not written`() {
    var offers = HostOffers()
    offers.transitions = [String(repeating: "a", count: 16 << 20)]
    let file = FileManager.default.temporaryDirectory.path + "/\(UUID())-offers.json"
    let problem = #expect(throws: ScriptProblems.self) { try offers.write(to: URL(filePath: file)) }
    #expect(problem?.description.contains("at most 16777216 can be read again") == true)
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}

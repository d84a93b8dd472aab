#if LinkService
import LinkFiles
import MessageStream
import Moonroute
import ScriptReports

/// The OpenAPI document of the service.
enum ServiceDocument {
  static let json = JSON.fields(
    ("openapi", .text("3.1.0")),
    (
      "info",
      .fields(
        ("title", .text("Link service")),
        ("version", .text("1")),
        ("description", .text("Resolves links by the rules of scripts."))
      )
    ),
    ("paths", paths),
    ("components", .fields(("schemas", schemas), ("responses", responses)))
  )

  private static let paths = JSON.fields(
    ("/v1/resolve", .fields(("get", getResolve), ("post", postResolve))),
    (
      "/v1/match",
      .fields(
        (
          "post",
          operation(
            "Finds the route of a link, without calling scripts.",
            body: content(["application/json": reference("MatchRequest")]),
            answer: content(["application/json": reference("Match")]),
            problems: ["400", "405", "413", "415", "503", "504"]
          )
        )
      )
    ),
    (
      "/v1/release",
      .fields(
        (
          "get",
          operation(
            "Describes the current rules.",
            answer: content(["application/json": reference("Release")])
          )
        )
      )
    ),
    ("/healthz", .fields(("get", text("Whether every event loop responds.", ["503"])))),
    ("/readyz", .fields(("get", text("Whether the service accepts requests.", ["503"])))),
    ("/metrics", .fields(("get", text("The metrics, in the text format of Prometheus.", [])))),
    (
      "/openapi.json",
      .fields(
        (
          "get",
          operation(
            "This document.",
            answer: content(["application/json": .fields(("type", .text("object")))])
          )
        )
      )
    ),
    ("/\(AppleLinkFile.path)", .fields(("get", file("The links file for Apple's systems.")))),
    (
      "/\(AndroidLinkFile.path)",
      .fields(("get", file("The links file for Android.", isList: true)))
    )
  )

  private static let getResolve: JSON = {
    let link = JSON.fields(
      ("name", .text("link")),
      ("in", .text("query")),
      ("required", .bool(true)),
      ("schema", .fields(("type", .text("string"))))
    )
    return operation(
      "Resolves the link of the query.",
      parameters: [link],
      answer: content(["application/json": reference("Outcome")]),
      problems: ["400", "405", "503", "504"]
    )
  }()

  private static let postResolve = operation(
    "Resolves a link, or a link on each line.",
    body: content([
      "application/json": reference("ResolveRequest"),
      "application/x-ndjson": reference("ResolveRequest"),
    ]),
    answer: content([
      "application/json": reference("Outcome"),
      "application/x-ndjson": .fields(
        ("oneOf", .list([reference("Outcome"), reference("LineError")]))
      ),
    ]),
    problems: ["400", "405", "413", "415", "503", "504"]
  )

  private static func operation(
    _ summary: String,
    parameters: [JSON] = [],
    body: JSON? = nil,
    answer: JSON,
    problems: [String] = ["405"]
  ) -> JSON {
    var fields = [JSON.Field("summary", .text(summary))]
    if !parameters.isEmpty { fields.append(JSON.Field("parameters", .list(parameters))) }
    if let body {
      fields.append(
        JSON.Field("requestBody", .fields(("required", .bool(true)), ("content", body)))
      )
    }
    let done = JSON.fields(("description", .text("The answer.")), ("content", answer))
    let refused = problems.map { status in
      JSON.Field(status, .fields(("$ref", .text("#/components/responses/Problem"))))
    }
    fields.append(JSON.Field("responses", .object([JSON.Field("200", done)] + refused)))
    return .object(fields)
  }

  private static func text(_ summary: String, _ problems: [String]) -> JSON {
    operation(
      summary,
      answer: content(["text/plain": .fields(("type", .text("string")))]),
      problems: ["405"] + problems
    )
  }

  private static func file(_ summary: String, isList: Bool = false) -> JSON {
    operation(
      summary,
      answer: content(["application/json": .fields(("type", .text(isList ? "array" : "object")))]),
      problems: ["404", "405"]
    )
  }

  private static func content(_ types: KeyValuePairs<String, JSON>) -> JSON {
    .object(types.map { JSON.Field($0.key, .fields(("schema", $0.value))) })
  }

  private static func reference(_ name: String) -> JSON {
    .fields(("$ref", .text("#/components/schemas/\(name)")))
  }

  private static let responses = JSON.fields(
    (
      "Problem",
      .fields(
        ("description", .text("The reason for the missing answer (RFC 9457).")),
        ("content", content(["application/problem+json": reference("Problem")]))
      )
    )
  )

  // MARK: Schemas

  private static func object(
    _ properties: KeyValuePairs<String, JSON>,
    required: [String],
    isClosed: Bool = true
  ) -> JSON {
    .fields(
      ("type", .text("object")),
      ("properties", .object(properties.map { JSON.Field($0.key, $0.value) })),
      ("required", .texts(required)),
      ("additionalProperties", .bool(!isClosed))
    )
  }

  private static func type(_ names: String...) -> JSON {
    .fields(("type", names.count == 1 ? .text(names[0]) : .texts(names)))
  }

  private static func list(of item: JSON) -> JSON {
    .fields(("type", .text("array")), ("items", item))
  }

  private static let any = JSON.object([])

  private static let error = object(
    [
      "code": type("string"), "message": type("string"), "file": type("string", "null"),
      "line": type("integer", "null"), "traceback": list(of: type("string")),
    ],
    required: ["code", "message"]
  )

  private static let request = object(
    [
      "location": type("string"), "persona": type("string", "null"),
      "session": type("object", "null"), "extra": any, "steps": type("boolean"),
    ],
    required: ["location"]
  )

  private static let schemas = JSON.fields(
    ("ResolveRequest", request),
    ("MatchRequest", request),
    (
      "Outcome",
      object(
        [
          "location": type("string"),
          "status": .fields(
            (
              "enum",
              .texts(Outcome.Status.allCases.map(\.rawValue))
            )
          ),
          "name": type("string", "null"), "pattern": type("string", "null"),
          "params": type("object"), "query": type("object"),
          "redirects": list(of: type("string")), "reason": type("string", "null"),
          "error": .fields(("anyOf", .list([error, type("null")]))), "value": any,
          "steps": list(of: type("object")),
        ],
        required: [
          "location", "status", "name", "pattern", "params", "query", "redirects", "reason",
          "error", "value",
        ]
      )
    ),
    (
      "Match",
      object(
        ["location": type("string"), "matched": type("boolean")],
        required: ["location", "matched"],
        isClosed: false
      )
    ),
    ("LineError", object(["error": reference("Problem")], required: ["error"])),
    (
      "Release",
      object(
        [
          "version": type("integer", "null"), "channel": type("string", "null"),
          "digest": type("string", "null"), "generation": type("integer"),
          "state": type("string"), "prepared": type("integer", "null"),
          "refused": list(
            of: object(
              ["version": type("integer"), "reason": type("string")],
              required: ["reason"]
            )
          ), "stale": type("string", "null"),
        ],
        required: [
          "version", "channel", "digest", "generation", "state", "prepared", "refused", "stale",
        ]
      )
    ),
    (
      "Problem",
      object(
        [
          "type": type("string"), "title": type("string"), "status": type("integer"),
          "detail": type("string"),
        ],
        required: ["type", "title", "status", "detail"]
      )
    )
  )
}
#endif

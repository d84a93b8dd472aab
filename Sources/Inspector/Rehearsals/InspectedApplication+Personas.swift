#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptReports

extension InspectedApplication {
  var personas: JSON {
    get async {
      guard let host else { return .list([]) }
      let (all, current) = await application.perform { application in
        (host.personas(in: application), host.persona(in: application))
      }
      let problems = status.problems.filter { $0.site?.file == ScriptPersona.file }
      return .fields(
        ("current", .optional(current)),
        ("personas", .list(all.map(\.wireJSON))),
        ("problems", .list(problems.map(\.wireJSON)))
      )
    }
  }

  var personaNames: [String] {
    get async {
      guard let host else { return [] }
      return await application.perform { host.personas(in: $0).map(\.name) }
    }
  }
}

extension ScriptPersona {
  fileprivate var wireJSON: JSON {
    .fields(
      ("name", .text(name)),
      ("session", JSON(session: session)),
      ("host", .texts(standIns))
    )
  }
}
#endif

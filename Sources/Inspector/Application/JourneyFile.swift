#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost

/// Acts as a file, so that they can be done again elsewhere, one after the other.
struct JourneyFile {
  /// The version of the form; each has fields of its own, and no others.
  static let version = 1

  /// The bytes of a file that is written; a little more is read.
  static let byteLimit = 1_000_000

  /// The application, for people.
  let application: String

  /// The acts in order.
  let steps: [Recording.Entry]

  /// Makes a file of acts that were done.
  ///
  /// - Throws: That there are none, or too many.
  init(_ entries: [Recording.Entry], application: String) throws(Refusal) {
    guard !entries.isEmpty else {
      throw Refusal(422, .missingParameter, "Nothing was done there that a journey could tell.")
    }
    self.application = application
    steps = entries
  }

  /// Reads a file.
  ///
  /// - Throws: What is wrong with it, and in which act.
  init(_ fields: inout WireFields) throws(Refusal) {
    guard fields.value("moonroute") == .text("journey") else {
      throw Refusal(
        400,
        .wrongType,
        "This is no journey: its field 'moonroute' is not 'journey'. The page saves journeys."
      )
    }
    let version = try fields.number("version")
    guard version == Self.version else {
      throw Refusal(
        400,
        .wrongType,
        "This journey is of version \(version), and this server reads version \(Self.version)."
      )
    }
    application = try fields.text("application")
    guard case .list(let acts) = fields.value("acts"),
      (1...Recording.inspectorLimit).contains(acts.count)
    else {
      throw Refusal(
        400,
        .wrongType,
        "The field 'acts' must be a list of 1 to \(Recording.inspectorLimit) acts."
      )
    }
    var steps: [Recording.Entry] = []
    for (index, act) in acts.enumerated() {
      do throws(Refusal) {
        steps.append(try Recording.Entry(reading: act))
      } catch {
        throw Refusal(
          status: error.status,
          code: error.code,
          message: "Act \(index + 1): \(error.message)",
          details: error.details
        )
      }
    }
    self.steps = steps
  }

  /// The file.
  ///
  /// - Throws: That it would be too large to be read again.
  var text: String {
    get throws(Refusal) {
      let text =
        JSON.fields(
          ("moonroute", .text("journey")),
          ("version", .int(Self.version)),
          ("application", .text(application)),
          ("acts", .list(steps.map(\.json)))
        )
        .line
      guard text.utf8.count <= Self.byteLimit else {
        throw Refusal(
          422,
          .valueTooLarge,
          "The journey has \(text.utf8.count) bytes; at most \(Self.byteLimit) are allowed. Select"
            + " an earlier row, and save the acts up to it."
        )
      }
      return text
    }
  }
}

extension Recording.Entry {
  fileprivate init(reading json: JSON) throws(Refusal) {
    var fields = try WireFields(json)
    self.init(try Act(posted: &fields))
    ending = try fields.optionalText("end")
    isLong = try fields.optionalBool("long") ?? false
    try fields.end()
  }

  /// The act as the file has it.
  fileprivate var json: JSON {
    .present(
      ("post", .text(act.post)),
      ("body", act.body),
      ("end", .optional(ending)),
      ("long", isLong ? .bool(true) : .null)
    )
  }
}
#endif

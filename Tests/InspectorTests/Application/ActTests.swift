#if Inspector
import Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import Testing

@Suite struct ActTests {
  @Test(
    arguments: [
      #"{"post":"open","body":{"location":"/a"}}"#,
      #"{"post":"open","body":{"location":"/a","animator":"push","extra":{"a":[1,"b"]},"tags":["x"],"animated":false,"go":true}}"#,
      #"{"post":"act","body":{"kind":"back"}}"#,
      #"{"post":"act","body":{"kind":"tap","screen":3,"target":"Go"}}"#,
      #"{"post":"act","body":{"kind":"tap","target":"Go","place":[2,1]}}"#,
      #"{"post":"act","body":{"kind":"select","tab":"home"}}"#,
      #"{"post":"act","body":{"kind":"back","screen":3}}"#,
      #"{"post":"act","body":{"kind":"swipe"}}"#,
      #"{"post":"act","body":{"kind":"dismiss"}}"#,
      #"{"post":"act","body":{"kind":"outside"}}"#,
      #"{"post":"act","body":{"kind":"close"}}"#,
      #"{"post":"act","body":{"kind":"close","screen":3}}"#,
      #"{"post":"act","body":{"kind":"reselect","tab":"2"}}"#,
      #"{"post":"act","body":{"kind":"recheck"}}"#,
      #"{"post":"act","body":{"kind":"fill","fields":{"name":"mei","b":1,"a":{}}}}"#,
      #"{"post":"emit","body":{"key":"/a","value":7}}"#,
      #"{"post":"resource","body":{"path":"/a","value":true}}"#,
      #"{"post":"resource","body":{"path":"/a","delete":true}}"#,
      #"{"post":"session","body":{"path":["a",1],"value":null}}"#,
      #"{"post":"persona","body":{"name":"mei"}}"#,
      #"{"post":"persona","body":{"name":null}}"#,
      #"{"post":"clock","body":{"mode":"skip"}}"#,
      #"{"post":"clock","body":{"advance":1.5}}"#,
      #"{"post":"console","body":{"text":"session.user = 1"}}"#,
    ]
  )
  func `an act can be read back from its written form`(_ text: String) throws {
    let act = try Act(reading: JSON(reading: text))
    #expect(act.json.line == text)
    #expect(try Act(reading: act.json) == act)
  }

  @Test func `an invalid act is refused`() {
    for text in [#"{"post":"fly","body":{}}"#, #"{"post":"act"}"#, "[]", #"{"body":{}}"#] {
      #expect(throws: Refusal.self) { try Act(reading: JSON(reading: text)) }
    }
  }

  @Test(
    arguments: [
      (#"{"kind":"back"}"#, nil as String?),
      (#"{"kind":"swipe"}"#, nil),
      (#"{"kind":"dismiss"}"#, "dismiss is not possible: nothing is presented."),
      (#"{"kind":"close"}"#, nil),
      (
        #"{"kind":"close","screen":999}"#,
        "close cannot find the screen: it is not on the stage."
      ),
      (#"{"kind":"select","tab":"x"}"#, "There is no tab 'x'. There are no tabs on the stage."),
      (#"{"kind":"reselect","tab":"2"}"#, "There is no tab 2. There are no tabs on the stage."),
      (#"{"kind":"recheck"}"#, nil),
    ]
  )
  func `a person's act is performed, or refused with the reason`(
    _ body: String,
    _ reason: String?
  ) async throws {
    let inspected = try await Inspected(Samples.stack)
    _ = await inspected.post("open", #"{"location":"/"}"#)
    _ = await inspected.post("open", #"{"location":"/page"}"#)
    let reply = await inspected.post("act", body)
    #expect(reply.status == 200)
    #expect(reply.json["ok"] == .bool(reason == nil))
    #expect(reply.json["reason"] == .optional(reason))
    let ending = inspected.subject.recording.entries.last?.ending
    #expect(ending == (reason.map { "refused: \($0)" } ?? "done"))
  }

  @Test func `a leave guard gives the reason for its refusal`() async throws {
    let inspected = try await Inspected(Samples.stack)
    _ = await inspected.post("open", #"{"location":"/"}"#)
    _ = await inspected.post("open", #"{"location":"/locked"}"#)
    let reply = await inspected.post("act", #"{"kind":"back"}"#)
    #expect(reply.json["ok"] == .bool(false))
    #expect(reply.json["reason"] == .text("save it first"))
    #expect(await inspected.application.top?.view == "Locked")
  }

  @Test func `an animator has the name that scripts use`() async throws {
    let inspected = try await Inspected(Samples.small)
    let reply = await inspected.post("open", #"{"location":"/","animator":"sheeet"}"#)
    #expect(reply.status == 422)
    #expect(reply.code == "unknown_name")
    #expect(reply.message == "There is no animator 'sheeet'. Did you mean 'sheet'?")
    #expect(inspected.subject.recording.entries.last?.ending == "unknown_name")
  }

  @Test func `the journal recreates the state in another world`() async throws {
    let first = try await Inspected(Samples.stack)
    for body in [#"{"location":"/"}"#, #"{"location":"/page"}"#, #"{"location":"/page"}"#] {
      _ = await first.post("open", body)
    }
    _ = await first.post("act", #"{"kind":"back"}"#)
    let second = try await Inspected(Samples.stack)
    for entry in first.subject.recording.entries {
      let act = try Act(reading: entry.act.json)
      let ending = try await second.subject.perform(act)
      #expect(ending.words == entry.ending)
    }
    let stages = await (first.get("stage").json["stage"], second.get("stage").json["stage"])
    #expect(stages.0 == stages.1)
  }
}
#endif

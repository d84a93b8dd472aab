import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting
import TestSupport
import Testing

@testable import RuleProof

/// The acts of a person at a prompt, written as a spec.
@Suite struct JourneyReplayTests {
  private static func recording(_ acts: [JourneyAct]) -> JourneyRecording {
    var recording = JourneyRecording()
    for act in acts { _ = recording.add(act) }
    return recording
  }

  private static func written(
    _ acts: [JourneyAct],
    main: String = JourneyFolders.main,
    limits: Rehearsal.Limits = Rehearsal.Limits()
  ) async throws -> JourneyReplay.Written {
    try await JourneyReplay.written(
      "x",
      recording(acts),
      in: ProofScripts.of(main),
      limits: limits
    )
  }

  /// The lines of the steps.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").dropFirst(3).dropLast(2)
      .map { String($0.hasPrefix("    ") ? $0.dropFirst(4) : $0) }
  }

  /// Acts, the lines that they become, and how many of those are steps.
  private static let cases: [(acts: [JourneyAct], lines: [String], steps: Int)] = [
    (
      [.open("/"), .open("/orders"), .dismiss, .back(1), .back(2)],
      [
        #"assert.opened(router.open("/"), "home")"#,
        #"assert.redirected(router.open("/orders"), { "/login" })"#, #"assert.top("login")"#,
        "assert.is_true((router.dismiss()))", #"assert.top("home")"#,
        #"assert.same({ false, "back leads nowhere: nothing is below the top." }, { router.back() })"#,
        #"assert.top("home")"#,
        #"assert.same({ false, "back leads nowhere: nothing is below the top." }, { router.back(2) })"#,
        #"assert.top("home")"#,
      ], 5
    ),
    (
      [.open("/nope"), .open("/add/7"), .open("/add/x")],
      [
        #"assert.not_found(router.open("/nope"))"#,
        #"assert.handled(router.open("/add/7"), { 7, { "龙井", x = 1.5 } })"#,
        #"assert.not_found(router.open("/add/x"))"#,
      ], 3
    ),
    (
      [
        .open("/"), .fill(field: "who", text: "A\"b\u{202E}"), .fill(field: "a b", text: ""),
        .tap("Delte"),
      ],
      [
        #"assert.opened(router.open("/"), "home")"#,
        #"stage.top():fill({ who = "A\"b\u{202E}" })"#,
        "-- :fill a b = : bad argument #1 to 'fill' (the screen has no field 'a b'. There is only who.)",
        "-- :tap Delte: bad argument #1 to 'tap' (nothing on 'Home' can be tapped as 'Delte'. Did"
          + " you mean 'Delete'?)",
      ], 2
    ),
    (
      [.open("/"), .open("/delete"), .dismiss],
      [
        "local ended = {}", #"assert.opened(router.open("/"), "home")"#,
        #"spawn(function() ended[1] = router.open("/delete") end)"#, "clock.advance(0)",
        #"assert.top("sure")"#, "assert.is_true((router.dismiss()))", "clock.advance(0)",
        #"assert.handled(ended[1], "dismissed")"#, #"assert.top("home")"#,
      ], 3
    ),
    (
      [
        .text("local n, m = 1"), .text("n = n + 1 -- one more"), .text("n, m, 'a'"),
        .text("local n = { 龙 = 1 }"), .text("local n = { 'x' }"), .text("n"), .text("n == nil"),
        .text("n ~= nil"), .text("m"), .text("0/0"), .text("print"), .text("print(n)"),
      ],
      [
        "local n, m", "n, m = 1", "n = n + 1 -- one more",
        "assert.same({ 2, nil, \"a\" }, { n, m, 'a' })",
        "-- local n = { 龙 = 1 }: unexpected symbol near '<\\233>'. The script does not parse.",
        "n = { 'x' }", #"assert.same({ "x" }, (n))"#, "assert.same(false, (n == nil))",
        "assert.is_true((n ~= nil))", "assert.is_nil((m))", ";(function(...) return 0/0 end)()",
        ";(function(...) return print end)()", "print(n)",
      ], 11
    ),
    (
      [
        .text("error('no\u{1B}')"), .text("x = = 1"), .text("return 7"), .text("(print)(1)"),
        .text("goto a ::a::"), .text("local stage = 1"), .text("x = '\u{202E}'"),
        .text("router.open('/')"), .text("router.open('/login')"), .advance(1.5), .advance(60),
      ],
      [
        "-- error('no\\u{1B}'): it holds marks that an editor would not show",
        "-- x = = 1: unexpected symbol near '='. The script does not parse.",
        ";(function(...) return 7 end)()", ";(print)(1)",
        ";(function(...) goto a ::a:: end)()", "-- local stage = 1: a journey needs 'stage' itself",
        "-- x = '\\u{202E}': it holds marks that an editor would not show",
        "router.open('/')", #"assert.top("home")"#, "router.open('/login')",
        #"assert.top("login")"#, "clock.advance(1.5)", "clock.advance(60)",
      ], 7
    ),
  ]

  @Test(arguments: cases)
  func `an act becomes a step with what came of it`(
    acts: [JourneyAct],
    lines: [String],
    steps: Int
  ) async throws {
    let written = try await Self.written(acts)
    #expect(written.stepCount == steps)
    #expect(written.commentCount == acts.count - steps)
    #expect(Self.lines(written.text) == lines)
  }

  @Test(arguments: cases)
  func `a journey that was written passes, and has the same bytes again`(
    acts: [JourneyAct],
    lines: [String],
    steps: Int
  ) async throws {
    let folder = try JourneyFolders.folder()
    let text = try await Self.written(acts).text
    #expect(try await Self.written(acts).text == text)
    try folder.journeys.write(text, as: "x", replacing: false)
    #expect(try await folder.journeys.run("x") == JourneyResult(status: .passed), "\(text)")
  }

  @Test func `a timer that opens something is let go on before the next step`() async throws {
    let main = """
      router.route { name = "a", path = "/a", action = function()
        after(0, function() router.open("/b") end)
        return 1
      end }
      router.route { name = "b", path = "/b", view = "B" }
      """
    let folder = try JourneyFolders.folder(main: main)
    let text = try await Self.written([.open("/a"), .dismiss], main: main).text
    try folder.journeys.write(text, as: "x", replacing: false)
    #expect(try await folder.journeys.run("x") == JourneyResult(status: .passed), "\(text)")
    #expect(text.contains(#"assert.top("b")"#))
  }

  @Test func `an act that computes on and on ends the journey in front of it`() async throws {
    let main = """
      router.route { name = "a", path = "/a", view = "A" }
      every(0.001, function() end)
      """
    var limits = Rehearsal.Limits()
    limits.computing = .milliseconds(20)
    let written = try await Self.written(
      [.open("/a"), .advance(3_153_600_000), .open("/a")],
      main: main,
      limits: limits
    )
    #expect((written.stepCount, written.commentCount) == (1, 2))
    #expect(
      Self.lines(written.text) == [
        #"assert.opened(router.open("/a"), "a")"#,
        "-- :advance 3153600000: it computes for longer than it may; nothing behind it is a step",
      ]
    )
  }

  @Test func `a journey has 150 local names and 1,000 steps at most`() async throws {
    let names = (1...150).map { JourneyAct.text("local n\($0) = \($0)") }
    let written = try await Self.written(
      names + [.text("local n1 = 1"), .text("local one_more"), .text("n150")]
    )
    #expect((written.stepCount, written.commentCount) == (152, 1))
    #expect(
      written.text.contains("-- local one_more: a journey has at most 150 local names\n")
    )
    let folder = try JourneyFolders.folder()
    try folder.journeys.write(written.text, as: "x", replacing: false)
    #expect(
      try await folder.journeys.run("x") == JourneyResult(status: .passed),
      "\(written.text)"
    )
    var recording = JourneyRecording()
    for _ in 1...1_000 { _ = recording.add(.dismiss) }
    let hasRoom = recording.add(.dismiss)
    #expect(!hasRoom)
    #expect(recording.acts.count == 1_000)
  }
}

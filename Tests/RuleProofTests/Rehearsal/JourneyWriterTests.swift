import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting
import TestSupport
import Testing

@testable import RuleProof

/// The acts of a user at a prompt, written as a spec.
@Suite struct JourneyWriterTests {
  private static func recording(_ acts: [Act]) -> Recording {
    Recording(acts.map { Recording.Entry($0) }, limit: Recording.promptLimit)
  }

  private static func written(
    _ acts: [Act],
    main: String = JourneyFolders.main,
    limits: Rehearsal.Limits = Rehearsal.Limits()
  ) async throws -> JourneyWriter.Written {
    try await JourneyWriter.written(
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

  /// Acts, the lines written for them, and the number of these lines that are steps.
  private static let cases: [(acts: [Act], lines: [String], steps: Int)] = [
    (
      [.opening("/"), .opening("/orders"), .dismiss, .back(1), .back(2)],
      [
        #"assert.opened(router.open("/"), "home")"#,
        #"assert.redirected(router.open("/orders"), { "/login" })"#, #"assert.top("login")"#,
        "assert.is_true((router.dismiss()))", #"assert.top("home")"#,
        #"assert.same({ false, "back is not possible: nothing is below the top." }, { router.back() })"#,
        #"assert.top("home")"#,
        #"assert.same({ false, "back is not possible: nothing is below the top." }, { router.back(2) })"#,
        #"assert.top("home")"#,
      ], 5
    ),
    (
      [.opening("/nope"), .opening("/add/7"), .opening("/add/x")],
      [
        #"assert.not_found(router.open("/nope"))"#,
        #"assert.handled(router.open("/add/7"), { 7, { "龙井", x = 1.5 } })"#,
        #"assert.not_found(router.open("/add/x"))"#,
      ], 3
    ),
    (
      [
        .opening("/"), .person(.fill([.init("who", .text("A\"b\u{202E}"))], on: nil)),
        .person(.fill([.init("a b", .text(""))], on: nil)), .person(.tap("Delte", on: nil)),
      ],
      [
        #"assert.opened(router.open("/"), "home")"#,
        #"stage.top():fill({ who = "A\"b\u{202E}" })"#,
        "-- :fill a b = : bad argument #1 to 'fill' (the screen has no field 'a b'. Available: who.)",
        "-- :tap Delte: bad argument #1 to 'tap' ('Home' has no button or link 'Delte'. Did"
          + " you mean 'Delete'?)",
      ], 2
    ),
    (
      [.opening("/"), .opening("/delete"), .dismiss],
      [
        "local ended = {}", #"assert.opened(router.open("/"), "home")"#,
        #"spawn(function() ended[1] = router.open("/delete") end)"#, "clock.advance(0)",
        #"assert.top("sure")"#, "assert.is_true((router.dismiss()))", "clock.advance(0)",
        #"assert.handled(ended[1], "dismissed")"#, #"assert.top("home")"#,
      ], 3
    ),
    (
      [
        .lua("local n, m = 1"), .lua("n = n + 1 -- one more"), .lua("n, m, 'a'"),
        .lua("local n = { 龙 = 1 }"), .lua("local n = { 'x' }"), .lua("n"), .lua("n == nil"),
        .lua("n ~= nil"), .lua("m"), .lua("0/0"), .lua("print"), .lua("print(n)"),
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
        .lua("error('no\u{1B}')"), .lua("x = = 1"), .lua("return 7"), .lua("(print)(1)"),
        .lua("goto a ::a::"), .lua("local stage = 1"), .lua("x = '\u{202E}'"),
        .lua("router.open('/')"), .lua("router.open('/login')"), .advance(1.5), .advance(60),
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
  func `an act becomes a step with its outcome`(
    acts: [Act],
    lines: [String],
    steps: Int
  ) async throws {
    let written = try await Self.written(acts)
    #expect(written.stepCount == steps)
    #expect(written.commentCount == acts.count - steps)
    #expect(Self.lines(written.text) == lines)
  }

  @Test(arguments: cases)
  func `a written journey passes, and writing it again gives the same bytes`(
    acts: [Act],
    lines: [String],
    steps: Int
  ) async throws {
    let folder = try JourneyFolders.folder()
    let text = try await Self.written(acts).text
    #expect(try await Self.written(acts).text == text)
    try folder.journeys.write(text, as: "x", replacing: false)
    #expect(try await folder.journeys.run("x") == JourneyResult(status: .passed), "\(text)")
  }

  @Test func `a timer that opens a screen fires before the next step`() async throws {
    let main = """
      router.route { name = "a", path = "/a", action = function()
        after(0, function() router.open("/b") end)
        return 1
      end }
      router.route { name = "b", path = "/b", view = "B" }
      """
    let folder = try JourneyFolders.folder(main: main)
    let text = try await Self.written([.opening("/a"), .dismiss], main: main).text
    try folder.journeys.write(text, as: "x", replacing: false)
    #expect(try await folder.journeys.run("x") == JourneyResult(status: .passed), "\(text)")
    #expect(text.contains(#"assert.top("b")"#))
  }

  @Test func `an act that computes endlessly ends the journey before it`() async throws {
    let main = """
      router.route { name = "a", path = "/a", view = "A" }
      every(0.001, function() end)
      """
    var limits = Rehearsal.Limits()
    limits.computing = .milliseconds(20)
    let written = try await Self.written(
      [.opening("/a"), .advance(3_153_600_000), .opening("/a")],
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

  @Test func `a journey has at most 150 local names and 1,000 steps`() async throws {
    let names = (1...150).map { Act.lua("local n\($0) = \($0)") }
    let written = try await Self.written(
      names + [.lua("local n1 = 1"), .lua("local one_more"), .lua("n150")]
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
    var recording = Recording(limit: Recording.promptLimit)
    for _ in 1...1_000 { _ = recording.add(Recording.Entry(.dismiss)) }
    let hasRoom = recording.add(Recording.Entry(.dismiss)) != nil
    #expect(!hasRoom)
    #expect(recording.entries.count == 1_000)
  }
}

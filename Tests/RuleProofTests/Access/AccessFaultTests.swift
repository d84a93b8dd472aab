import Testing

@testable import Rehearsal

/// Typical mistakes in the rules of the examples, and the sentences that report them.
@Suite struct AccessFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let example: String
    let changes: [(file: String, old: String, new: String)]
    /// A sentence that the difference contains.
    let sentence: String

    init(
      _ description: String,
      in example: String,
      _ changes: [(file: String, old: String, new: String)],
      tells sentence: String
    ) {
      testDescription = description
      self.example = example
      self.changes = changes
      self.sentence = sentence
    }
  }

  private static let faults = [
    Fault(
      "a guard that forgets to return",
      in: "shop",
      [
        (
          "auth.lua", #"return router.to("login", nil, { back = target.location })"#,
          #"router.to("login", nil, { back = target.location })"#
        )
      ],
      tells: """
        visitor can now open 6 locations, since the redirect of '/account' allows it (auth.lua:7)
        """
    ),
    Fault(
      "a guard whose pattern forgets the routes below",
      in: "shop",
      [("routes/staff.lua", "router.guard(\"/staff/**\"", "router.guard(\"/staff\"")],
      tells: """
        visitor can now open /staff/refund/1/1.5, since the guard of '/staff/**' no longer runs; \
        before: stopped: staff only: nobody is logged in
        """
    ),
    Fault(
      "an inverted condition",
      in: "museum",
      [("routes/members.lua", "if not host.is_staff(", "if host.is_staff(")],
      tells: "mei and visitor can now open /depot, since the guard of 'depot' allows it"
    ),
    Fault(
      "a guard that locks its own people out",
      in: "museum",
      [("routes/members.lua", "if not host.is_staff(", "if host.is_staff(")],
      tells: """
        noor can no longer open /depot: the depot is for the staff, since the guard of 'depot' stops it
        """
    ),
    Fault(
      "a persona whose guard raises",
      in: "museum",
      [
        (
          "routes/members.lua", #"session.member and session.member.card or """#,
          "session.member.card"
        )
      ],
      tells: "visitor now fails at /depot: attempt to index a nil value (field 'member')"
    ),
    Fault(
      "one of two redirects forgotten",
      in: "shop",
      [("routes/checkout.lua", "{ auth.required, something_to_buy }", "something_to_buy")],
      tells: """
        visitor is now sent on from 4 locations: sent to /basket, since the redirect of 'checkout' \
        redirects there (routes/checkout.lua:5)
        """
    ),
    Fault(
      "a child outside of its guarded parent",
      in: "book",
      [
        (
          "main.lua", #"    { name = "orders", path = "orders", view = "Orders" },"#, ""
        ),
        (
          "main.lua", #"router.guard("account""#,
          #"""
          router.route { name = "orders", path = "/account/orders", view = "Orders" }
          router.guard("account"
          """#
        ),
      ],
      tells: """
        visitor can now open /account/orders, since the guard of 'account' no longer runs
        """
    ),
    Fault(
      "a redirect that trusts extra",
      in: "museum",
      [
        (
          "routes/members.lua", "local function members_only(state)\n  if session.member then",
          "local function members_only(state)\n  if session.member or state.extra == nil then"
        )
      ],
      tells: "visitor can now open /evening, since the redirect of 'evening' allows it"
    ),
    Fault(
      "a guard that forgets a tab",
      in: "museum",
      [
        (
          "main.lua", #"router.unmatched(function"#,
          """
          router.guard("today", function() return false, "closed" end)
          router.unmatched(function
          """
        )
      ],
      tells: """
        mei, noor and visitor can no longer open 2 locations: closed, since the guard of 'today' \
        stops it (main.lua:110)
        """
    ),
    Fault(
      "a page for members, moved in the list",
      in: "museum",
      [
        (
          "routes/collection.lua", "[state.params.number].depot and not",
          "[state.params.number].room == 9 and not"
        )
      ],
      tells: """
        visitor can now open 2 locations, since redirect 2 of 2 of 'object' allows it \
        (routes/collection.lua:39)
        """
    ),
    Fault(
      "a new route around the guard",
      in: "shop",
      [
        (
          "routes/staff.lua",
          #"router.route { name = "staff", path = "/staff", view = "BackOffice" }"#,
          #"""
          router.route { name = "staff", path = "/staff", view = "BackOffice" }
          router.route { name = "office", path = "/office", view = "BackOffice" }
          """#
        )
      ],
      tells: "/office (office) is not in the snapshot: jonas, mei and visitor: opens"
    ),
    Fault(
      "a persona that is no longer tried",
      in: "museum",
      [("personas.lua", "  visitor = {},\n", "")],
      tells: "visitor is in the snapshot, but no longer tried"
    ),
  ]

  @Test(arguments: faults.indices)
  func `a violation is found with the name of its rule`(_ index: Int) async throws {
    let fault = Self.faults[index]
    let before = try await AccessRun(try ProofScripts.example(fault.example)).table()
    let snapshot = try AccessSnapshot(parsing: AccessSnapshot(of: before).text)
    let now = try await AccessRun(
      try ProofScripts.example(fault.example, changing: fault.changes)
    )
    .table()
    let text = AccessDifferenceReport(AccessDifference(from: snapshot, to: now)).text
    #expect(text.contains(fault.sentence), "\(fault.testDescription):\n\(text)")
  }

  @Test func `a flag that opens a route is found if it varies`() async throws {
    let change = (
      file: "routes/staff.lua", old: "  if not session.user then\n",
      new: "  if session.preview then return true end\n  if not session.user then\n"
    )
    let flags = [try #require(AccessFlag("preview=on,off"))]
    let before = try await AccessRun(try ProofScripts.example("shop")).table(varying: flags)
    let now = try await AccessRun(try ProofScripts.example("shop", changing: [change]))
      .table(varying: flags)
    let text = AccessDifferenceReport(
      AccessDifference(from: AccessSnapshot(of: before), to: now)
    )
    .text
    #expect(
      text.contains(
        "mei with preview=on can now open 2 locations, since the guard of '/staff/**' allows it"
      ),
      "\(text)"
    )
    #expect(text.contains("visitor with preview=on can now open 2 locations"))
    #expect(!text.contains("preview=off"))
  }
}

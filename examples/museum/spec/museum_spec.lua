describe("the collection", function()
  before_each(app.reset)

  it("replaces one object with another", function()
    router.open("/collection/12")
    local page = stage.top()
    assert.opened(router.open("/collection/31"), "object")
    assert.are.equal(page, stage.top())
    assert.are.equal("Two lemons", stage.top().title)
  end)

  it("finds its objects by a word", function()
    assert.fell_back(router.open("/Lemons"), "object")
    assert.not_found(router.open("/pears"))
    assert.not_found(router.open("https://elsewhere.example/lemons"))
  end)

  it("refuses unknown objects and exhibitions", function()
    assert.intercepted(router.open("/collection/7"), "object 7 is not ours")
    assert.intercepted(router.open("/exhibition/x"), "there is no exhibition 'x'")
    assert.not_found(router.open("/collection/lemons/plan"))
  end)

  it("has its exhibitions", function()
    assert.opened(router.open("/exhibition/paper"), "exhibition")
    assert.are.equal("Works on paper", stage.top().title)
  end)

  it("accepts old links", function()
    assert.opened(router.open("/plan.html"), "collection")
    assert.redirected(router.open("/p/47"), { "/collection/47?from=poster" })
    assert.top("object")
    assert.not_found(router.open("/p/ferryman"))
  end)

  it("shows the place of an object in a sheet", function()
    router.go("/collection/12")
    stage.top():tap("Where it hangs")
    assert.top("plan")
    assert.are.equal("Room 1", stage.top().title)
    assert.are.equal("sheet", router.open("/collection/31/plan").animator)
    assert.is_true(router.back())
    assert.top("object")
  end)
end)

describe("the letters", function()
  before_each(app.reset)

  it("are next to each other", function()
    router.open("/collection")
    router.open("/letters")
    stage.top():tap("Her sister, 1892")
    assert.stage([[
      window
      └─ tabs
         ├─ ○ today: stack (empty)
         ├─ ● collection: stack
         │  └─ Collection  /collection
         ├─ ○ you: stack (empty)
         └─ present: split
            ├─ primary: stack
            │  └─ Letters  /letters
            └─ detail: Her sister  /letters/2  ◀ top
    ]])
    assert.intercepted(router.open("/letters/9"), "there is no such letter")
  end)
end)

describe("a ticket", function()
  before_each(app.reset)

  it("gets the day from its sheet", function()
    router.open("/tickets/day")
    local page = stage.top()
    spawn(function()
      page:tap("Choose a day")
    end)
    clock.advance(0)
    assert.top("day")
    assert.stage([[
      window
      └─ stack
         ├─ The whole day  /tickets/day
         └─ sheet: stack
            └─ Which day?  /day  ◀ top
    ]])
    stage.top():tap("Saturday")
    clock.advance(0)
    assert.are.equal("Saturday", page.day)
    page:tap("Buy")
    assert.emitted("bought", { times = 1, extra = { kind = "day", day = "Saturday" } })
    assert.are.same({ { kind = "day", day = "Saturday" } }, session.tickets)
    assert.opened(router.open("/you/tickets"), "your_tickets")
  end)

  it("is not bought without a day", function()
    router.open("/tickets")
    assert.are.equal("present", router.open("/tickets/exhibition").animator)
    stage.top():tap("Buy")
    assert.are.equal("Choose a day first.", stage.top().problem)
  end)

  it("is for a day or for an exhibition", function()
    assert.not_found(router.open("/tickets/year"))
  end)

  it("can be left without a day", function()
    router.open("/tickets")
    router.open("/tickets/day")
    assert.is_true(router.back())
    assert.top("tickets")
  end)

  it("keeps a chosen day after a careless swipe", function()
    router.open("/tickets")
    router.open("/tickets/day")
    stage.top():update { day = "Friday" }
    local done, reason = router.back()
    assert.is_false(done)
    assert.are.equal("a day is chosen: buy the ticket, or choose another one", reason)
    assert.top("ticket")
  end)
end)

describe("the tour", function()
  before_each(app.reset)

  it("starts at the first stop, and shows its duration", function()
    router.open("/collection")
    local outcome = router.open("/tour")
    assert.opened(outcome, "tour")
    assert.are.equal("full_screen", outcome.animator)
    assert.not_found(router.open("/tour/first"))
    assert.are.equal("Stop 1", stage.top().title)
    assert.are.equal(40, stage.top().minutes)
    stage.top():tap("Next stop")
    assert.are.equal("Stop 2", stage.top().title)
  end)
end)

describe("people", function()
  before_each(app.reset)

  it("who are visitors get the login", function()
    assert.redirected(router.open("/evening"), { "/login?back=/evening" })
    assert.redirected(router.open("/collection/90"), { "/login?back=/collection/90" })
    assert.intercepted(router.open("/depot"), "the depot is for the staff")
    router.open("/collection")
    assert.are.equal("present", router.open("/evening").animator)
  end)

  it("of the staff can enter the depot, but members cannot", function()
    app.persona "mei"
    assert.intercepted(router.open("/depot"), "the depot is for the staff")
    app.persona "noor"
    assert.opened(router.open("/depot"), "depot")
  end)

  it("who log in continue to their destination", function()
    router.open("/evening")
    stage.top():fill { card = "1907" }
    stage.top():tap("Log in")
    assert.top("evening")
    assert.are.equal("Mei", session.member.name)
    router.open("/you")
    assert.are.equal("Hello, Mei", stage.top().title)
    stage.top():tap("Log out")
    assert.is_nil(session.member)
  end)

  it("without a card stay on the login", function()
    router.open("/login")
    stage.top():fill { card = "1" }
    stage.top():tap("Log in")
    assert.are.equal("No member has this card.", stage.top().problem)
  end)
end)

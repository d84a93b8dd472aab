describe("the tabs", function()
  before_each(app.reset)

  it("are opened by a link into one of them", function()
    assert.opened(router.open("/listen/album/7"), "album")
    assert.stage([[
      window
      └─ tabs
         ├─ ● listen: stack
         │  ├─ Listen  /listen
         │  └─ Album 7  /listen/album/7  ◀ top
         ├─ ○ search: stack (empty)
         └─ ○ library: stack (empty)
    ]])
  end)

  it("accept albums by their numbers", function()
    assert.not_found(router.open("/listen/album/seven"))
  end)

  it("keep their stacks while another is selected", function()
    router.open("/listen/album/7")
    router.open("/search")
    router.open("/library")
    router.open("/listen")
    assert.top("album")
  end)

  it("stay under the player", function()
    router.open("/")
    assert.opened(router.open("/play/river"), "player")
    router.open("/play/carey")
    assert.equal("Song carey", stage.top().title)
    assert.is_true(router.dismiss())
    assert.top("listen")
  end)
end)

describe("the tabs", function()
  before_each(app.reset)

  it("come with a link into one of them", function()
    assert.opened(router.open("/library/playlist/7"), "playlist")
    assert.stage([[
      window
      └─ tabs
         ├─ ○ listen: stack (empty)
         ├─ ○ search: stack (empty)
         └─ ● library: stack
            ├─ Library  /library
            └─ Playlist 7  /library/playlist/7  ◀ top
    ]])
  end)

  it("keep their stacks while another is selected", function()
    router.open("/library/playlist/7")
    router.open("/listen/album/blue")
    assert.top("album")
    router.open("library")
    assert.top("playlist")
    router.open("library")
    assert.top("library")
  end)

  it("take what is on the way to a song", function()
    router.go("/library/playlist/7/song/3")
    assert.are.equal(3, stage.depth())
    assert.is_true(router.back())
    assert.top("playlist")
  end)

  it("stay under the player", function()
    router.open("/listen")
    assert.opened(router.open("/play/river"))
    local player = stage.top()
    router.open("/play/carey")
    assert.are.equal(player, stage.top())
    assert.is_true(router.dismiss())
    assert.top("listen")
  end)
end)

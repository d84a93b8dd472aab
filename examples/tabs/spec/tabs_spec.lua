describe("the tabs", function()
  before_each(app.reset)

  it("are opened by a link into one of them", function()
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

  it("open the screens on the path to a song", function()
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

  it("keep an unfinished playlist when a script is saved", function()
    router.open("/listen")
    router.open("/new-playlist")
    stage.top().unsaved = true
    stage.top().title = "For the road"
    app.reload()
    assert.is_true(stage.top().unsaved)
    assert.are.equal("For the road", stage.top().title)
    local answer
    spawn(function()
      answer = router.dismiss()
    end)
    clock.advance(0)
    assert.top("discard")
    router.close(false)
    clock.advance(0)
    assert.is_false(answer)
    assert.top("new_playlist")
  end)

  it("lose an unfinished playlist when a person confirms", function()
    router.open("/listen")
    router.open("/new-playlist")
    stage.top().unsaved = true
    spawn(router.dismiss)
    clock.advance(0)
    assert.stage([[
      window
      └─ tabs
         ├─ ● listen: stack
         │  └─ Listen  /listen
         ├─ ○ search: stack (empty)
         ├─ ○ library: stack (empty)
         └─ present: stack
            ├─ New playlist  /new-playlist
            └─ sheet: Discard  /discard  ◀ top
    ]])
    router.close(true)
    clock.advance(0)
    assert.top("listen")
  end)

  it("close an empty form", function()
    router.open("/listen")
    router.open("/new-playlist")
    assert.is_true(router.dismiss())
    assert.top("listen")
  end)

  it("identify playlists and songs by numbers", function()
    assert.not_found(router.open("/library/playlist/favourites"))
    assert.not_found(router.open("/library/playlist/7/song/last"))
  end)

  it("are shown for the first link", function()
    assert.opened(router.open("/play/river"), "player")
    assert.stage([[
      window
      └─ Playing river  /play/river  ◀ top
    ]])
    assert.opened(router.open("/play/river/queue"), "queue")
    assert.is_true(router.back())
    assert.opened(router.reset("/library") and router.open("/new-playlist"), "new_playlist")
  end)

  it("are named in the steps when a custom animator removes a page", function()
    router.shell { name = "extra", path = "/extra", tabs = {
      { name = "one", path = "one", view = "One", routes = {
        { name = "out", path = "out", view = "Out", animator = animator.custom(function()
          return "root"
        end) },
      } },
    } }
    router.open("/extra/one")
    local answers = {}
    for _, step in ipairs(router.open("/extra/one/out").steps) do
      answers[step.answer] = true
    end
    assert.is_true(answers["custom: root, which replaces the tabs 'extra'"])
  end)
end)

--- The archive: letters next to each other, over the current screen.

local letters = {
  { from = "The painter", year = 1891, text = "The light was gone by four." },
  { from = "Her sister", year = 1892, text = "Send the lemons, they keep." },
  { from = "The harbour master", year = 1893, text = "You may stand on the pier until ten." },
}

router.route {
  name = "letters",
  path = "/letters",
  animator = animator.present { full_screen = true, wrap = "split" },
  view = function()
    local list = {}
    for number, letter in ipairs(letters) do
      local label = ("%s, %d"):format(letter.from, letter.year)
      list[number] = { "link", label, to = router.to("letter", { number = number }) }
    end
    return screen { "Letters", title = "Letters", body = { { "list", list } } }
  end,
  routes = {
    {
      name = "letter",
      path = ":number<int>",
      samples = { { number = 1 }, { number = 4 } },
      animator = "show_detail",
      redirect = function(state)
        return letters[state.params.number] ~= nil, "there is no such letter"
      end,
      view = function(state)
        local letter = letters[state.params.number]
        return screen {
          "Letter",
          title = letter.from,
          year = letter.year,
          body = { { "text", letter.text }, { "link", "Letters", to = router.to "letters" } },
        }
      end,
    },
  },
}

--- A sheet that asks for a day and returns it to the page that opened it.

router.route {
  name = "day",
  path = "/day",
  animator = animator.sheet { position = "bottom", tap_outside = "dismiss", wrap = "stack" },
  view = function()
    local function choose(day)
      return function(page)
        page:close(day)
      end
    end
    return screen {
      "Day",
      title = "Which day?",
      body = {
        { "button", "Friday", on_tap = choose "Friday" },
        { "button", "Saturday", on_tap = choose "Saturday" },
        { "button", "Sunday", on_tap = choose "Sunday" },
      },
    }
  end,
}

--- The audio tour, and links from posters.

resources.put { name = "tour.length", path = "/tour/length", value = 40 }

router.route {
  name = "tour",
  path = "/tour(/:stop<int>)",
  animator = animator.full_screen { transition = "fade" },
  view = function(state)
    local stop = state.params.stop or 1
    return screen {
      "Tour",
      title = ("Stop %d"):format(stop),
      minutes = resources.get("tour.length", "integer"),
      body = {
        { "text", "Put the headphones on." },
        { "link", "Next stop", to = router.to("tour", { stop = stop + 1 }) },
      },
    }
  end,
}

-- Posters say museum.example.org/p/47; printed codes cannot change any more.
router.proxy("/p/:code<int>", function(state)
  return router.to("object", { number = state.params.code }, { from = "poster" })
end)

router.route { name = "old_plan", path = "/plan.html", redirect = "/collection" }

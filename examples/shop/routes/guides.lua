--- Pages in Chinese, with Chinese paths and parameters.

router.group {
  path = "/指南",
  meta = { language = "zh" },
  routes = {
    {
      name = "guide",
      path = ":主题",
      view = function(state)
        return screen { "Guide", title = "指南：" .. state.params["主题"] }
      end,
    },
    {
      name = "guide.chapter",
      path = ":主题/第:章<int>章",
      view = function(state)
        return screen {
          "Guide",
          title = ("%s，第%d章"):format(state.params["主题"], state.params["章"]),
        }
      end,
    },
  },
}

router.route { name = "help", path = "/帮助/**", view = "Help" }

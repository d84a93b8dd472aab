extension LargeApplications {
  /// Sixty categories, a basket in the session, and a checkout of three steps.
  static let store = [
    "personas.lua": """
    return {
      visitor = {},
      mei = { session = { customer = "Mei" } },
      clerk = { session = { customer = "Jonas" }, host = { is_clerk = true } },
    }
    """,
    "headless.lua": """
    host.stub("is_clerk", function() return false end)
    host.stub("stock", function(id) return id % 7 == 0 and 0 or 3 end)
    host.stub("pay", function(cents) return cents < 100000 end)
    """,
    "basket.lua": """
    local M = {}
    function M.lines() return session.basket or {} end
    function M.count()
      local count = 0
      for _, line in ipairs(M.lines()) do count = count + line.pieces end
      return count
    end
    function M.add(id)
      local lines = M.lines()
      for _, line in ipairs(lines) do
        if line.id == id then
          if line.pieces >= host.stock(id) then return false end
          line.pieces = line.pieces + 1
          session.basket = lines
          return true
        end
      end
      lines[#lines + 1] = { id = id, pieces = 1 }
      session.basket = lines
      return true
    end
    function M.clear() session.basket = nil end
    return M
    """,
    "invariants.lua": """
    local basket = require "basket"
    invariant("nobody buys what is not there", function()
      for _, line in ipairs(basket.lines()) do
        if line.pieces > host.stock(line.id) then return false, tostring(line.id) end
      end
      return true
    end)
    """,
    "main.lua": """
    local basket = require "basket"
    session.declare { customer = "string", basket = "any", address = "string", orders = "any" }

    local function id_of(category, number) return category * 100 + number end

    local function overview(first)
      return function()
        local body = { { "link", "Basket", to = router.to "basket" } }
        for category = first, 60, 2 do
          body[#body + 1] = { "link", "Category " .. category, to = router.to("c" .. category) }
        end
        return screen { "Overview", count = basket.count(), body = body }
      end
    end

    local function category(number)
      local name = "c" .. number
      return {
        name = name, path = "c/" .. number, view = function()
          local body = { { "heading", name } }
          for product = 1, 6 do
            local to = router.to(name .. ".product", { number = product })
            body[#body + 1] = { "list", { { "link", "Product " .. product, to = to } } }
          end
          return screen { "Category", body = body }
        end,
        routes = {
          {
            name = name .. ".product", path = ":number<int>",
            redirect = function(state)
              if state.params.number >= 1 and state.params.number <= 6 then return true end
              return router.to(name)
            end,
            view = function(state)
              local id = id_of(number, state.params.number)
              local left = host.stock(id)
              return screen { "Product", left = left, body = {
                { "text", left == 0 and "Sold out" or "In stock" },
                left > 0 and { "button", "Add to basket", on_tap = function(page)
                  page:update { added = basket.add(id), count = basket.count() }
                end },
                { "link", "Basket", to = router.to "basket" },
              } }
            end,
          },
        },
      }
    end

    local function categories(first)
      local routes = {}
      for number = first, 60, 2 do routes[#routes + 1] = category(number) end
      return routes
    end

    router.shell { name = "store", initial = "even", tabs = {
      { name = "even", path = "/even", view = overview(2), routes = categories(2) },
      { name = "odd", path = "/odd", view = overview(1), routes = categories(1) },
      { name = "me", path = "/me", view = function()
        return screen { "Me", title = session.customer or "Welcome", body = {
          { "link", "Basket", to = router.to "basket" },
          session.customer and { "link", "Log out", to = router.to "logout" },
        } }
      end },
    } }

    router.route { name = "basket", path = "/basket", animator = "present", view = function()
      local body = { { "link", "Go on", to = router.to "even" } }
      for _, line in ipairs(basket.lines()) do
        body[#body + 1] = { "text", line.id .. " × " .. line.pieces }
      end
      if basket.count() > 0 then
        body[#body + 1] = { "link", "Check out", to = router.to "checkout.address" }
        body[#body + 1] = { "button", "Clear", on_tap = function(page)
          basket.clear()
          page:close()
        end }
      end
      return screen { "Basket", body = body }
    end }

    local function needs_goods()
      if basket.count() == 0 then return router.to "basket" end
      return true
    end

    router.route {
      name = "checkout.address", path = "/checkout/address", redirect = needs_goods,
      view = function()
        return screen { "Address", body = {
          { "field", "address" },
          { "button", "Next", on_tap = function(page)
            local address = page.fields.address or ""
            if address == "" then return page:update { problem = "Where do you live?" } end
            session.address = address
            router.open "/checkout/pay"
          end },
        } }
      end,
    }
    router.route {
      name = "checkout.pay", path = "/checkout/pay",
      redirect = function()
        if not session.address then return router.to "checkout.address" end
        return needs_goods()
      end,
      view = function()
        return screen { "Pay", body = {
          { "button", "Pay", on_tap = function(page)
            page:update { is_paying = true }
            sleep(2)
            if basket.count() == 0 or not host.pay(basket.count() * 990) then
              return page:update { is_paying = false, problem = "The payment failed." }
            end
            basket.clear()
            session.orders = (session.orders or 0) + 1
            router.reset "/me"
          end },
          { "link", "Back to the shop", to = router.to "even" },
        } }
      end,
    }

    router.route { name = "logout", path = "/logout", action = function()
      session.customer, session.basket, session.address, session.orders = nil, nil, nil, nil
      router.reset "/even"
      return true
    end }

    router.guard("/staff/**", function()
      return host.is_clerk(), "for clerks only"
    end)
    for number = 1, 20 do
      router.route {
        name = "staff" .. number, path = "/staff/" .. number, view = "Staff",
      }
    end
    """,
  ]
}

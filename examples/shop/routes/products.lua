--- Products, their reviews, categories and the search.
local catalog = require "catalog"

local function product_title(state)
  return catalog.product(state.params.id).title
end

local function product_link(state)
  return { "link", product_title(state), to = router.to("product", { id = state.params.id }) }
end

-- Also guards all pages below a product: `state` is the product's own, for any target.
local function must_be_sold(state)
  if catalog.product(state.params.id) then
    return true
  end
  return false, ("product %d is not in the catalog"):format(state.params.id)
end

local function product_view(state)
  local product = catalog.product(state.params.id)
  return screen {
    "Product",
    title = product.title,
    body = {
      { "heading", product.title },
      { "text", catalog.price(product.cents) },
      { "link", "Reviews", to = router.to("product.reviews", { id = product.id }) },
      { "link", "Add to basket", to = router.to("basket.add", { id = product.id }) },
    },
  }
end

local function reviews_view(state)
  local list = {}
  for _, review in ipairs(catalog.reviews(state.params.id)) do
    list[#list + 1] = ("%s: %s"):format(review.author, review.text)
  end
  return screen {
    "Reviews",
    title = "Reviews of " .. product_title(state),
    page = state.params.page or 1,
    body = { { "list", list }, product_link(state) },
  }
end

local function review_view(state)
  local review = catalog.review(state.params.id, state.params.review)
  return screen {
    "Review",
    title = "By " .. review.author,
    body = { { "text", review.text }, product_link(state) },
  }
end

-- A deleted review: show the others instead.
local function must_be_written(state)
  local id = state.params.id
  if catalog.review(id, state.params.review) then
    return true
  end
  return router.to("product.reviews", { id = id })
end

router.route {
  name = "product",
  path = "/product/:id<int>",
  samples = { { id = 7 }, { id = 6 } },
  redirect = must_be_sold,
  view = product_view,
  -- A link to a product changes a product page that is on screen; it does not add another.
  animator = animator.refresh {
    apply = function(page, state)
      page.title = product_title(state)
    end,
    otherwise = "automatic",
  },
  routes = {
    {
      name = "product.reviews",
      path = "reviews(/page/:page<int>)",
      samples = { { id = 7 }, { id = 7, page = 2 } },
      view = reviews_view,
    },
    {
      name = "product.review",
      path = "review/:review<int>",
      samples = { { id = 7, review = 1 }, { id = 7, review = 3 } },
      redirect = must_be_written,
      view = review_view,
    },
    { name = "product.sizes", path = "sizes/:system<eu|us|cn>", view = "SizeTable" },
  },
}

-- For search engines, words precede the number: /product/linen-shirt-7
router.route {
  path = "/product/:words-:id<int>",
  samples = { words = "linen-shirt", id = 7 },
  redirect = "/product/:id",
}

router.route {
  name = "category",
  path = "/category/:category(/by/:order<price|newest|popular>)",
  samples = { { category = "shirts" }, { category = "茶", order = "price" } },
  view = function(state)
    local category = state.params.category
    local found = catalog.products(function(product)
      return product.category == category
    end)
    return screen {
      "Category",
      title = category,
      order = state.params.order or "popular",
      count = #found,
    }
  end,
}

-- Any number of filters: /collection/summer/linen/white
router.route {
  name = "collection",
  path = "/collection/:collection<slug>/**filters", -- moonroute: allow unused_parameter
  view = function(state)
    return screen {
      "Collection",
      title = state.params.collection,
      filters = table.concat(state.rest, " + "),
    }
  end,
}

router.route {
  name = "search",
  path = "/search",
  view = function(state)
    local words = state.query.q or ""
    local found = catalog.products(function(product)
      return product.title:lower():find(words:lower(), 1, true) ~= nil
    end)
    return screen { "Search", title = ("“%s”: %d"):format(words, #found), words = words }
  end,
}

-- For other people's pages: actions return values.
router.route {
  name = "product.embed",
  path = "/embed/:id<int>.json",
  samples = { id = 7 },
  action = function(state)
    local product = catalog.product(state.params.id)
    if not product then
      return router.decline
    end
    return json.encode({ id = product.id, title = product.title, cents = product.cents })
  end,
}

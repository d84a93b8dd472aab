router.type("sku", {
  match = "[A-Z]{3}\\d+",
  parse = function(text) return { letters = text:sub(1, 3), number = tonumber(text:sub(4)) } end,
  format = function(sku) return sku.letters .. sku.number end,
})
router.route { name = "item", path = "/item/:id<sku>/edit", view = "Item" }

--- Orders and their invoices.

return {
  { name = "orders", path = "/orders", query = { page = "int?" } },
  { name = "order", path = "/orders/:order<int>" },
  { name = "invoice", path = "/orders/:order<int>/invoice.:form<pdf|html>" },
}

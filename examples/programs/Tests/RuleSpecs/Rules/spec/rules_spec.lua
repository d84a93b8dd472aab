before_each(app.reset)

it("greets by name #quick", function()
  assert.handled(router.open("/greet/Ada"), "Hello, Ada!")
end)

it("asks the program for a price", function()
  assert.equal(100, host.price("cap"))
  stub(host, "price").returns(90)
  assert.handled(router.open("/cost/cap"), 90)
end)

describe("the vault", function()
  it("is closed at night", function()
    stub(host, "is_open").returns(false)
    assert.intercepted(router.open("/vault"), "the vault is closed")
  end)

  it("opens after five seconds", function()
    assert.opened(router.open("/vault"), "vault")
    assert.equal(5, clock.now())
  end)
end)

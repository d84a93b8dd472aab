import Moonroute
import ScriptHost

// Scripts use the program: values, functions with Codable types, functions that wait or fail, and
// methods of an object.

let bank = Bank()
let window = Window()

let rules = """
  log.info("rules for", host.version)
  router.route { path = "/balance/:name", action = function(state)
    return host.balance(state.params.name)
  end }
  router.route { path = "/caught/:name", action = function(state)
    local ok, problem = pcall(host.balance, state.params.name)
    return { ok = ok, code = problem.code }
  end }
  router.route { path = "/customer/:name", action = function(state)
    local address = { street = "Rue", number = 4 }
    local customer = host.seen { name = state.params.name, tags = { "new" }, address = address }
    return customer.name, customer.tags[2], customer.address.street
  end }
  router.route { path = "/wrong", action = function() return host.seen { name = 5 } end }
  router.route { path = "/share/:a<int>/:b<int>", action = function(state)
    return host.share(state.params.a, state.params.b)
  end }
  router.route { path = "/count", action = function() return host.count(1, nil, "x", {}) end }
  router.route { path = "/show/:text", action = function(state)
    host.show(state.params.text)
  end }
  router.route { path = "/add/:sku", action = function(state)
    return resources.get("/basket", "Basket"):add(state.params.sku)
  end }
  """

let options = ScriptOptions { entry in print("log:", entry.level.rawValue, entry.message) }
let host = try ScriptHost(.texts(["main.lua": rules]), options: options) { offers in
  offers.value("version", "1.4.0")
  // A function that waits. Scripts call it like any other function.
  offers.function("balance") { (name: String) async throws in try await bank.balance(of: name) }
  offers.function("seen") { (customer: Customer) in
    var customer = customer
    customer.tags.append("seen")
    return customer
  }
  // A RouterError keeps its code. Other errors have the code host_error.
  offers.function("share") { (a: Int, b: Int) throws -> Int in
    guard b != 0 else { throw RouterError(.denied, "There is nobody to share with.") }
    return a / b
  }
  offers.function("count", raw: { arguments in .int(arguments.count) })
  // This file belongs to the main actor, so its functions may use the window.
  offers.function("show") { (text: String) in window.texts.append(text) }
  offers.type(
    "Basket",
    Basket.self,
    methods: [
      "add": { basket, arguments in
        basket.add(arguments.first?.text ?? "")
        return .int(basket.all.count)
      }
    ]
  )
}
try await host.load()

let basket = Basket()
try await host.router.put("/basket", value: basket)

let links = [
  "/balance/ada", "/balance/eve", "/caught/eve", "/customer/Ada", "/wrong", "/share/9/2",
  "/share/9/0", "/count", "/show/hello", "/add/cap", "/add/hat",
]
for link in links {
  let outcome = await host.router.open(link)
  let error = outcome.error.map { ": \($0.code)" } ?? ""
  print("\(link): \(outcome.status.rawValue)\(error)", outcome.values)
}
print("the window shows", window.texts)
print("the basket has", basket.all)

import RoutePatterns

// Patterns without a router. The product RoutePatterns needs no other package.

let table = RouteTable([
  RouteTable.Entry(pattern: try RoutePattern("/user/:id<int>")),
  RouteTable.Entry(pattern: try RoutePattern("/user/settings")),
])
for link in ["shop://user/7?tab=posts", "/user/settings", "/user/ada"] {
  let match = table.match(try Location(parsing: link))
  switch match?.entry {
  case 0: print("\(link): user \(match?[int: "id"] ?? 0)")
  case 1: print("\(link): settings")
  default: print("\(link): no match")
  }
}

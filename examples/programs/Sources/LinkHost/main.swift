import Foundation
import LinkService
import ScriptHost

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// A service with rules in scripts: it resolves links for other programs.
var options = LinkServiceOptions()
options.port = 0
let service = try await LinkService.start(options) { router in
  try ScriptHost(
    .texts(["main.lua": "router.route { name = 'home', path = '/', view = 'Home' }"]),
    in: router
  )
}
if let health = URL(string: "http://127.0.0.1:\(service.port)/healthz") {
  let (_, answer) = try await URLSession.shared.data(from: health)
  print("health:", (answer as? HTTPURLResponse)?.statusCode ?? 0)
}
await service.close()

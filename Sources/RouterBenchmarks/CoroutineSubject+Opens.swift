import Moonroute
import ScriptHost

extension CoroutineSubject {
  /// A thousand opens with guards that wait concurrently in one state, compared with one wait.
  static func makeOpens() throws -> BenchmarkCase {
    let count = 1_000
    let application = try LinkRouter()
    let host = try ScriptHost(
      .texts([
        "main.lua": """
        router.route {
          path = "/wait/:n<int>",
          redirect = function() sleep(0.05) return true end,
          action = function(state) return state.params.n end,
        }
        """
      ]),
      in: application
    )
    guard BlockingWait.value({ (try? await host.load()) == nil ? 0 : 1 }) == 1 else {
      throw BenchmarkError.wrongAnswer(path: "/wait/:n<int>")
    }
    return BenchmarkCase(
      name: "wait/guards-of-50-ms/1000",
      unitCount: 1,
      peers: [
        .init(name: "one sleep of 50 ms") {
          BlockingWait.value { (try? await Task.sleep(for: .milliseconds(50))) == nil ? 0 : 1 }
        },
        .init(name: "1000 opens of scripts", goal: 3) {
          BlockingWait.value {
            await withTaskGroup(of: Int.self) { group in
              for number in 1...count {
                group.addTask {
                  await application.open("/wait/\(number)").status == .handled ? 1 : 0
                }
              }
              return await group.reduce(0, +)
            }
          }
        },
      ]
    )
  }
}

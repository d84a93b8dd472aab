#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting

extension JourneyFolder {
  init(of inspected: InspectedApplication) throws(Refusal) {
    do throws(JourneyError) {
      try self.init(of: inspected.host)
    } catch {
      throw Refusal(error)
    }
  }
}

extension Refusal {
  init(_ problem: JourneyError) {
    let (status, code): (Int, RouterError.Code) =
      switch problem {
      case .noFolder: (422, .missingFile)
      case .tooMany, .tooLong: (422, .valueTooLarge)
      case .exists: (409, .duplicate)
      case .notOrdinary, .outside, .refused: (422, .denied)
      }
    self.init(status, code, "\(problem)")
  }
}
#endif

import LuaSyntax
import TextTools

/// The lines of a text that was loaded, and of the same text after a change in one region.
struct LoadedLines {
  /// The lines before the region, which are the same.
  private let sameBefore: Int
  /// The first line behind the region, in each of the texts.
  private let loadedBehind: Int
  private let nowBehind: Int

  /// Compares two texts.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(loaded: [UInt8]?, now: [UInt8]) {
    guard let loaded else {
      (sameBefore, loadedBehind, nowBehind) = (0, .max, .max)
      return
    }
    guard !loaded.hasSameBytes(as: now) else {
      (sameBefore, loadedBehind, nowBehind) = (.max, .max, .max)
      return
    }
    let (old, new) = (LineTable(loaded), LineTable(now))
    guard old.count != new.count else {
      (sameBefore, loadedBehind, nowBehind) = (.max, .max, .max)
      return
    }
    let shared = min(loaded.count, now.count)
    var before = 0
    while before < shared, loaded[before] == now[before] { before += 1 }
    var behind = 0
    while behind < shared - before, loaded[loaded.count - behind - 1] == now[now.count - behind - 1]
    {
      behind += 1
    }
    sameBefore = new.line(of: before) - 1
    let (oldPlace, newPlace) = (loaded.count - behind, now.count - behind)
    let isAtStart = old.column(of: oldPlace) == 1 && new.column(of: newPlace) == 1
    loadedBehind = old.line(of: oldPlace) + (isAtStart ? 0 : 1)
    nowBehind = new.line(of: newPlace) + (isAtStart ? 0 : 1)
  }

  /// The line that a line of the present text had when it was loaded; `nil` for one that changed.
  func loaded(_ line: Int) -> Int? {
    if line <= sameBefore { return line }
    return line >= nowBehind ? line - nowBehind + loadedBehind : nil
  }

  /// The line that a loaded line has now, or `nil` for one in the region.
  func moved(_ line: Int) -> Int? {
    line <= sameBefore || line >= loadedBehind ? now(line) : nil
  }

  /// The line that a loaded line has now; at the edge of the region for one in it.
  func now(_ line: Int) -> Int {
    if line <= sameBefore { return line }
    return line >= loadedBehind ? line - loadedBehind + nowBehind : min(line, nowBehind)
  }
}

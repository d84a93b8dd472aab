import LuaSyntax
import TextTools

/// Maps lines between a loaded text and a later version that differs in one region.
struct LoadedLines {
  /// The number of equal lines before the region.
  private let sameBefore: Int
  /// The first line after the region in each text.
  private let loadedBehind: Int
  private let nowBehind: Int

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

  /// The loaded line for a current line, or `nil` if the line has changed.
  func loaded(_ line: Int) -> Int? {
    if line <= sameBefore { return line }
    return line >= nowBehind ? line - nowBehind + loadedBehind : nil
  }

  /// The current line for a loaded line, or `nil` if the line is in the region.
  func moved(_ line: Int) -> Int? {
    line <= sameBefore || line >= loadedBehind ? now(line) : nil
  }

  /// The current line for a loaded line; in the region, the line at the region's edge.
  func now(_ line: Int) -> Int {
    if line <= sameBefore { return line }
    return line >= loadedBehind ? line - loadedBehind + nowBehind : min(line, nowBehind)
  }
}

# Compares the imports of each file (input lines: target, tab, path) with the table of rooms
# (file `rooms`) and with the targets of Package.swift (file `targets`). Prints
# file:line: message for every problem; exits 1 if there is one.

BEGIN {
  FS = "\t"
  add(everywhere, "Swift")
  add(usual, "Foundation FoundationEssentials Dispatch Synchronization")
  add(usual, "Glibc Musl Darwin CoreServices")
  add(testing, "Testing FoundationXML")
  read_rooms()
  read_targets()
}

{
  target = $1
  path = $2
  check_file()
}

END {
  if (problems) exit 1
}

function add(set, words,    list, n, i) {
  n = split(words, list, " ")
  for (i = 1; i <= n; i++) set[list[i]] = 1
}

function read_rooms(    line, name, list, n, i) {
  while ((getline line < rooms) > 0) {
    name = line
    sub(/:.*/, "", name)
    is_room[name] = 1
    if (line !~ /:/) continue
    sub(/^[^:]*:/, "", line)
    n = split(line, list, " ")
    for (i = 1; i <= n; i++) allowed[name, list[i]] = 1
  }
  close(rooms)
}

# Every target has a row; every dependency of Package.swift is in it.
function read_targets(    line, field, list, n, i) {
  while ((getline line < targets) > 0) {
    split(line, field, "\t")
    type[field[1]] = field[2]
    is_module[field[1]] = 1
    n = split(field[4], list, " ")
    for (i = 1; i <= n; i++) depends[field[1], list[i]] = 1
    if (field[2] == "test") continue
    if (!(field[1] in is_room))
      problem("Package.swift", 1, "target " field[1] " has no row in the table of .ci/check-imports")
    for (i = 1; i <= n; i++)
      if (!((field[1], list[i]) in allowed))
        problem("Package.swift", 1, "target " field[1] " may not depend on " list[i] \
          " (the table is in .ci/check-imports)")
  }
  close(targets)
}

function check_file(    line, number, in_string, in_comment, parts, n, i) {
  number = 0
  in_string = 0
  in_comment = 0
  while ((getline line < path) > 0) {
    number++
    if (in_comment) {
      if (line !~ /\*\//) continue
      sub(/^.*\*\//, "", line)
      in_comment = 0
    }
    if (in_string) {
      if (line ~ /"""/) in_string = 0
      continue
    }
    gsub(/\/\*[^*]*\*\//, " ", line)
    if (line ~ /^[ \t]*\/\*/) {
      in_comment = 1
      continue
    }
    sub(/[ \t]*\/\/.*/, "", line)
    n = split(line, parts, ";")
    for (i = 1; i <= n; i++) check_statement(parts[i], number)
    if (gsub(/"""/, "", line) % 2 == 1) in_string = 1
  }
  close(path)
}

function check_statement(text, number,    public_, tested, module) {
  tested = text ~ /@testable[ \t(]/
  public_ = text ~ /@_exported/
  while (sub(/^[ \t]*@[A-Za-z_]+(\([^)]*\))?[ \t]+/, "", text)) continue
  if (text ~ /^[ \t]*(public|open)[ \t]/) public_ = 1
  sub(/^[ \t]*(public|open|package|internal|fileprivate|private)[ \t]+/, "", text)
  if (text !~ /^[ \t]*import[ \t]+[`A-Za-z_]/) return
  sub(/^[ \t]*import[ \t]+/, "", text)
  sub(/^(typealias|struct|class|enum|protocol|let|var|func|actor|macro)[ \t]+/, "", text)
  gsub(/`/, "", text)
  match(text, /^[A-Za-z_][A-Za-z0-9_]*/)
  module = substr(text, 1, RLENGTH)
  check_import(module, number, public_, tested)
}

function check_import(module, number, public_, tested,    test) {
  test = type[target] == "test"
  if (tested && !test) problem(path, number, "@testable belongs in Tests")
  if (module == "CLua" && public_)
    problem(path, number, "CLua is imported internally only; its pointers may not leave " target)
  if (module in everywhere) return
  if (module in is_module) {
    if (!((target, module) in depends))
      problem(path, number, target " imports " module ", which Package.swift does not list for it")
    return
  }
  if (module in usual) {
    if (test || (target, "+system") in allowed || (target, module) in allowed) return
    problem(path, number, target " may not import " module)
    return
  }
  if (module in testing) {
    if (!test) problem(path, number, module " belongs in Tests")
    return
  }
  if (test ? (target, module) in depends : (target, module) in allowed) {
    # A module of another package needs its dependency; one of the system (UIKit) has none.
    if (!test && module != "UIKit" && !((target, module) in depends))
      problem(path, number, target " imports " module ", which Package.swift does not list for it")
    return
  }
  problem(path, number, target " may not import " module)
}

function problem(file, number, message) {
  print file ":" number ": " message
  problems++
}

# Reads the JSON of `swift package dump-package`; prints one line per target:
# name, kind, folder, dependencies (blank-separated), with tabs between.

{ text = text $0 "\n" }

END {
  depth = 0
  while (next_token()) {
    if (token == "{" || token == "[") {
      depth++
      kind[depth] = token
      count[depth] = 0
      key[depth] = ""
      if (in_target()) begin_target()
    } else if (token == "}" || token == "]") {
      if (in_target()) print_target()
      depth--
      value_ended()
    } else if (token == ",") {
      if (kind[depth] == "{") key[depth] = ""
    } else if (token == ":") {
      continue
    } else {
      scalar()
      value_ended()
    }
  }
}

# Cuts the next token off `text`; strings lose their quotes and set is_string.
function next_token(    length_) {
  if (!match(text, /[^ \t\r\n]/)) return 0
  text = substr(text, RSTART)
  is_string = 0
  if (match(text, /^"([^"\\]|\\.)*"/)) {
    is_string = 1
    length_ = RLENGTH
    token = substr(text, 2, length_ - 2)
  } else if (match(text, /^[-+.0-9A-Za-z]+/)) {
    length_ = RLENGTH
    token = substr(text, 1, length_)
  } else {
    length_ = 1
    token = substr(text, 1, 1)
  }
  text = substr(text, length_ + 1)
  return 1
}

# A name in an object, or a plain value somewhere.
function scalar() {
  if (kind[depth] == "{" && key[depth] == "") {
    key[depth] = token
    is_key = 1
    return
  }
  is_key = 0
  if (depth == 3 && key[1] == "targets") {
    if (key[3] == "name") name = token
    if (key[3] == "type") type = token
    if (key[3] == "path" && is_string) path = token
  }
  # targets / one target / dependencies / one dependency / its list: the first entry is the name.
  if (depth == 6 && key[1] == "targets" && key[3] == "dependencies" && count[6] == 0)
    dependencies = dependencies (dependencies == "" ? "" : " ") token
}

function value_ended() {
  if (is_key) { is_key = 0; return }
  if (depth > 0) count[depth]++
}

function in_target() { return depth == 3 && kind[3] == "{" && key[1] == "targets" }

function begin_target() { name = ""; type = ""; path = ""; dependencies = "" }

function print_target() {
  if (path == "") path = (type == "test" ? "Tests/" : "Sources/") name
  print name "\t" type "\t" path "\t" dependencies
}

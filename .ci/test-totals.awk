# Adds up the totals that Swift Testing prints and repeats what failed; fails when there are none.

/^✘ |^error: |^[^ ✔◇]*:[0-9]+: error: / { failed[++failedLines] = $0 }

/Test run with [0-9]+ tests?/ {
  line = $0
  sub(/.*Test run with /, "", line)
  split(line, word, " ")
  tests += word[1]
  runs++
  if (line ~ / failed after /) failures++
}

END {
  for (i = 1; i <= failedLines && i <= 100; i++) print failed[i]
  if (failedLines > 100) printf "and %d lines more\n", failedLines - 100
  printf "tests: %d in %d runs, %d of them failed\n", tests, runs, failures
  if (tests == 0) {
    print "tests: none ran, which counts as a failure"
    exit 1
  }
  if (failures) exit 1
}

--- The assertions of a test and the chains that it began; `last` is the last word after `assert`.
return { asserted = 0, begun = 0, ended = 0, last = nil }

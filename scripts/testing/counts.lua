--- The assertions of a test, and the chains it began: `last` is the latest word after `assert`.
return { asserted = 0, begun = 0, ended = 0, last = nil }

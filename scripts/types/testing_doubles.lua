---@meta _
---@since 0.1.0

--- Functions that record their calls.
---
--- `spy.on(table, "name")` watches a function in its table; `spy.new(fn)` makes one to pass on. If the product requires
--- a function, pass a function that calls the spy.
---
--- ```lua
--- local heard = spy.new(function(event) return event.params.at end)
--- events.on("seek", function(event) heard(event) end)
--- events.emit("/seek/3")
--- assert.spy(heard).was.called(1)
--- assert.spy(heard).was.returned_with(3)
--- ```
---@class spy
---@field new fun(fn?: function): testing.Spy makes a spy of a function, or of an empty function without one
---@field on fun(target: any, key: any): testing.Spy replaces a function of a table by a spy
---@field is_spy fun(value: any): boolean whether a value is a spy or a stub
---@field _ testing.Matcher matches any value
---@overload fun(fn?: function): testing.Spy
spy = {}

--- A function that records its calls and its results.
---@class testing.Spy
---@field calls testing.Call[] the arguments of each call, the oldest first
---@field returnvals testing.Call[] the results of each call, the oldest first
---@field clear fun(self: testing.Spy): testing.Spy forgets all calls
---@field revert fun(self: testing.Spy): function restores the replaced function
---@field called fun(self: testing.Spy, times?: integer): (was_called: boolean, count: integer) whether it was called, and how many times
---@overload fun(...: any): ...any

--- The values of one call.
---@class testing.Call
---@field vals table copies of the values at the call
---@field refs table the values themselves

--- The words after `assert.spy(s)` and `assert.stub(s)`.
---@class testing.SpyAssertions
---@field was testing.SpyAssertions connects words
---@field was_not testing.SpyAssertions negates the next word
---@field is_not testing.SpyAssertions negates the next word
---@field called fun(times?: integer) it was called (exactly this number of times)
---@field was_called fun(times?: integer) it was called (exactly this number of times)
---@field was_not_called fun() it was never called
---@field called_with fun(...: any) a call had these arguments, or matching ones
---@field was_called_with fun(...: any) a call had these arguments, or matching ones
---@field returned_with fun(...: any) a call returned these values
---@field called_at_least fun(times: integer) it was called at least this number of times
---@field called_at_most fun(times: integer) it was called at most this number of times
---@field called_more_than fun(times: integer) it was called more times
---@field called_less_than fun(times: integer) it was called fewer times
---@field [string] any words that combine with others: `was.called_with`, …

--- Functions with configured results.
---
--- `stub(host, "name")` replaces a function of the program, offered or not.
---
--- ```lua
--- local flag = stub(host, "flag").returns(true)
--- assert.is_true(host.flag("summer-sale"))
--- assert.stub(flag).was.called_with("summer-sale")
--- ```
---@class stub
---@field new fun(target?: any, key?: any, ...: any): testing.Stub like `stub(…)`
---@overload fun(target?: any, key?: any, ...: any): testing.Stub
stub = {}

--- A spy with configured results.
---@class testing.Stub: testing.Spy
---@field returns fun(...: any): testing.Stub sets its results
---@field invokes fun(fn: function): testing.Stub sets its function
---@field by_default testing.StubAnswers for calls that match no `on_call_with`
---@field on_call_with fun(...: any): testing.StubAnswers for calls with these arguments, or matching ones; the first case that matches a call answers it
---@overload fun(...: any): ...any

--- The ways to configure a stub's results.
---@class testing.StubAnswers
---@field returns fun(...: any): testing.Stub sets its results
---@field invokes fun(fn: function): testing.Stub sets its function

--- Tables with spies or stubs for all their functions.
---
--- ```lua
--- local till = mock({ open = function() return "open" end }, true)
--- assert.is_nil(till.open("now"))
--- assert.stub(till.open).was.called_with("now")
--- ```
---@class mock
---@field clear fun(object: any): any forgets all calls
---@field revert fun(object: any): any restores every function
---@overload fun(object: any, stubs?: boolean, fn?: function): any
mock = {}

--- Placeholders for values in `called_with`.
---
--- ```lua
--- local pay = spy.new(function() end)
--- pay(20, { currency = "EUR" })
--- assert.spy(pay).was.called_with(match.is_number(), match.is_table())
--- assert.spy(pay).was_not.called_with(match.is_string(), match._)
--- ```
---@class match
---@field _ testing.Matcher matches any value
---@field is_nil fun(): testing.Matcher matches nil
---@field is_true fun(): testing.Matcher matches `true`
---@field is_false fun(): testing.Matcher matches `false`
---@field is_truthy fun(): testing.Matcher matches all values except nil and `false`
---@field is_falsy fun(): testing.Matcher matches nil and `false`
---@field is_boolean fun(): testing.Matcher matches booleans
---@field is_number fun(): testing.Matcher matches numbers
---@field is_string fun(): testing.Matcher matches texts
---@field is_table fun(): testing.Matcher matches tables
---@field is_function fun(): testing.Matcher matches functions
---@field is_equal fun(value: any): testing.Matcher matches the same value
---@field is_same fun(value: any): testing.Matcher matches values with the same contents
---@field is_ref fun(object: any): testing.Matcher matches only this object
---@field is_near fun(value: number, tolerance: number): testing.Matcher matches numbers within the tolerance
---@field matches fun(pattern: string, ...: any): testing.Matcher matches texts with the pattern
---@field is_not match negates the next word
---@field any_of fun(...: testing.Matcher): testing.Matcher matches if one of them matches
---@field all_of fun(...: testing.Matcher): testing.Matcher matches if all of them match
---@field none_of fun(...: testing.Matcher): testing.Matcher matches if none of them matches
---@field [string] any words that combine with others: `is.number`, `is_not_nil`, …
match = {}

--- A placeholder for a value; a function that returns whether a value matches.
---@class testing.Matcher
---@overload fun(value: any): boolean

---@meta _
---@since 0.1.0

--- Functions that remember how they were called.
---
--- `spy.on(table, "name")` watches a function where it is; `spy.new(fn)` makes one to pass along. Where the
--- product asks for a function, pass one that calls the spy.
---
--- ```lua
--- local heard = spy.new(function(event) return event.params.at end)
--- events.on("seek", function(event) heard(event) end)
--- events.emit("/seek/3")
--- assert.spy(heard).was.called(1)
--- assert.spy(heard).was.returned_with(3)
--- ```
---@class spy
---@field new fun(fn?: function): testing.Spy makes a spy of a function, of one that answers nothing without it
---@field on fun(target: any, key: any): testing.Spy puts a spy in the place of a function of a table
---@field is_spy fun(value: any): boolean whether a value is a spy or a stub
---@field _ testing.Matcher fits any value
---@overload fun(fn?: function): testing.Spy
spy = {}

--- A function that remembers its calls and its answers.
---@class testing.Spy
---@field calls testing.Call[] the arguments of each call, the oldest first
---@field returnvals testing.Call[] the answers of each call, the oldest first
---@field clear fun(self: testing.Spy): testing.Spy forgets all calls
---@field revert fun(self: testing.Spy): function puts back what the spy replaced
---@field called fun(self: testing.Spy, times?: integer): (was_called: boolean, count: integer) whether it was called, so often
---@overload fun(...: any): ...any

--- The values of one call.
---@class testing.Call
---@field vals table the values as they were
---@field refs table the values themselves

--- The words behind `assert.spy(s)` and `assert.stub(s)`.
---@class testing.SpyAssertions
---@field was testing.SpyAssertions goes on
---@field was_not testing.SpyAssertions turns the next one round
---@field is_not testing.SpyAssertions turns the next one round
---@field called fun(times?: integer) it was called; exactly so often
---@field was_called fun(times?: integer) it was called; exactly so often
---@field was_not_called fun() it was never called
---@field called_with fun(...: any) some call had these arguments; matchers stand for some
---@field was_called_with fun(...: any) some call had these arguments; matchers stand for some
---@field returned_with fun(...: any) some call answered these values
---@field called_at_least fun(times: integer) it was called so often, or more often
---@field called_at_most fun(times: integer) it was called so often, or less often
---@field called_more_than fun(times: integer) it was called more often
---@field called_less_than fun(times: integer) it was called less often
---@field [string] any words that go on with others: `was.called_with`, …

--- Functions that answer what they are told.
---
--- `stub(host, "name")` stands in for a function of the program, offered or not.
---
--- ```lua
--- local flag = stub(host, "flag").returns(true)
--- assert.is_true(host.flag("summer-sale"))
--- assert.stub(flag).was.called_with("summer-sale")
--- ```
---@class stub
---@field new fun(target?: any, key?: any, ...: any): testing.Stub as `stub(…)`
---@overload fun(target?: any, key?: any, ...: any): testing.Stub
stub = {}

--- A spy that answers what it is told.
---@class testing.Stub: testing.Spy
---@field returns fun(...: any): testing.Stub sets what it answers
---@field invokes fun(fn: function): testing.Stub sets what it does
---@field by_default testing.StubAnswers for calls that no `on_call_with` fits
---@field on_call_with fun(...: any): testing.StubAnswers for calls with these arguments, or that fit these matchers
---@overload fun(...: any): ...any

--- The ways to say what a stub answers.
---@class testing.StubAnswers
---@field returns fun(...: any): testing.Stub sets what it answers
---@field invokes fun(fn: function): testing.Stub sets what it does

--- Tables whose functions are all spies or stubs.
---
--- ```lua
--- local till = mock({ open = function() return "open" end }, true)
--- assert.is_nil(till.open("now"))
--- assert.stub(till.open).was.called_with("now")
--- ```
---@class mock
---@field clear fun(object: any): any forgets all calls
---@field revert fun(object: any): any puts every function back
---@overload fun(object: any, stubs?: boolean, fn?: function): any
mock = {}

--- Stand-ins for values in `called_with`.
---
--- ```lua
--- local pay = spy.new(function() end)
--- pay(20, { currency = "EUR" })
--- assert.spy(pay).was.called_with(match.is_number(), match.is_table())
--- assert.spy(pay).was_not.called_with(match.is_string(), match._)
--- ```
---@class match
---@field _ testing.Matcher fits any value
---@field is_nil fun(): testing.Matcher fits nil
---@field is_true fun(): testing.Matcher fits `true`
---@field is_false fun(): testing.Matcher fits `false`
---@field is_truthy fun(): testing.Matcher fits all but nil and `false`
---@field is_falsy fun(): testing.Matcher fits nil and `false`
---@field is_boolean fun(): testing.Matcher fits booleans
---@field is_number fun(): testing.Matcher fits numbers
---@field is_string fun(): testing.Matcher fits texts
---@field is_table fun(): testing.Matcher fits tables
---@field is_function fun(): testing.Matcher fits functions
---@field is_equal fun(value: any): testing.Matcher fits the same value
---@field is_same fun(value: any): testing.Matcher fits what looks the same
---@field is_ref fun(object: any): testing.Matcher fits this object alone
---@field is_near fun(value: number, tolerance: number): testing.Matcher fits numbers that far away at most
---@field matches fun(pattern: string, ...: any): testing.Matcher fits texts that fit the pattern
---@field is_not match turns the next one round
---@field any_of fun(...: testing.Matcher): testing.Matcher fits what fits one of them
---@field all_of fun(...: testing.Matcher): testing.Matcher fits what fits each of them
---@field none_of fun(...: testing.Matcher): testing.Matcher fits what fits none of them
---@field [string] any words that go on with others: `is.number`, `is_not_nil`, …
match = {}

--- Stands for a value; a function that tells whether a value fits.
---@class testing.Matcher
---@overload fun(value: any): boolean

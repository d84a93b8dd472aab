// The filter of the routes: all of its words must match.

const work = (route) => [
  route.has_view && "view", route.has_action && "action", route.has_redirect && "redirect",
].filter(Boolean).join(", ");

/** The work of a route as text: `view`, `action`, `redirect`. */
export const workOf = work;

const texts = new WeakMap();

function textOf(route) {
  let text = texts.get(route);
  if (text === undefined) {
    text = [
      route.pattern, route.name, work(route), route.animator, route.owner, route.scheme, route.host,
      route.file && `${route.file}:${route.line}`, ...(route.tags ?? []).map((tag) => "#" + tag),
    ].filter(Boolean).join("\n").toLowerCase();
    texts.set(route, text);
  }
  return text;
}

const contains = (value, part) => String(value ?? "").toLowerCase().includes(part);

const is = {
  conflict: (route) => Boolean(route.conflict),
  unused: (route) => !route.hits,
  used: (route) => route.hits > 0,
  untested: (route) => !route.journey_hits && !route.spec_hits,
};

const has = {
  guard: (route) => route.guards > 0,
  view: (route) => route.has_view,
  action: (route) => route.has_action,
  redirect: (route) => route.has_redirect,
  name: (route) => Boolean(route.name),
};

function test(word) {
  const [, field, value] = /^(owner|scheme|file|is|has):(.*)$/.exec(word) ?? [];
  if (field === "is") return (Object.hasOwn(is, value) && is[value]) || (() => value === "");
  if (field === "has") return (Object.hasOwn(has, value) && has[value]) || (() => value === "");
  if (field === "file") return (route) => contains(`${route.file}:${route.line}`, value);
  if (field) return (route) => contains(route[field], value);
  if (word.startsWith("#") && word.length > 1) {
    return (route) => (route.tags ?? []).some((tag) => tag.toLowerCase().startsWith(word.slice(1)));
  }
  return (route) => textOf(route).includes(word);
}

/** The routes that match each word of a text. */
export function filterRoutes(routes, text) {
  const tests = text.toLowerCase().split(/\s+/).filter(Boolean).map(test);
  return tests.length ? routes.filter((route) => tests.every((fits) => fits(route))) : routes;
}

/** The keywords of the filter, for the hint below it. */
export const filterWords = ["#tag", "owner:", "scheme:", "file:", "is:conflict", "is:unused", "has:guard"];

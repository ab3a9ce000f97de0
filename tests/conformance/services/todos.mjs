// The to-do list of fixtures/spec/todo_list.spec, written by hand.
//
// Where the spec says only "4xx" this service has its own habits: 400 for bad input and for a todo with too many tags,
// 404 for what is not there, 409 for what its status forbids, all in plain text. Ids are random numbers of six digits.
// `--defect NAME` plants one of DEFECTS.

import { createServer } from "node:http";
import { parseArgs } from "node:util";

// Each name, and the clause or rule of the spec that it breaks.
const DEFECTS = {
  "untag-undated": "RemoveTag ensures `updated_at = now()`: it stays",
  "archive-clears-due": "frame of Archive: due_at is touched",
  "start-pauses-others": "frame of StartWork: other todos in progress go back to TODO",
  "null-crashes": "an Option may be sent as null: UpdateTodo with `title: null` answers 500",
  "short-tags": "type Tag `{0,29}`: a tag of 30 characters is refused",
  "title-utf16": "type Title `len(value) <= 200`, counted in code points: counts UTF-16 units",
  "eleventh-tag": "AddTag requires `#todos[id].tags < 10`: takes one more",
  "archived-touched": "nothing changes on rejection: UpdateTodo of an archived todo answers 409 and sets updated_at",
  "update-returns-old": "UpdateTodo ensures `todo = todos'[id]`: answers the todo as it was",
  "get-leaks-version": "output of GetTodo is a Todo: has a further field",
  "reopen-unedited": "TodoLifecycle `when … updated_at > completed_at`: not checked",
  "filters-or": "predicate selected: filters are joined by `or`",
  "completed-at-early": "Complete ensures `completed_at = some(now())`: three seconds early",
  "unknown-field-accepted": "an unknown field is rejected: UpdateTodo ignores it",
  "null-title": "title of CreateTodo is no Option: null makes it \"Untitled\"",
};

const { values: options } = parseArgs({
  options: {
    port: { type: "string", default: "8080" },
    defect: { type: "string", default: "" },
    defects: { type: "boolean", default: false },
  },
});

function defect(name) {
  if (!(name in DEFECTS)) throw new Error(`there is no defect ${name}`);
  return name === options.defect;
}

class Refused extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

function refuse(status, reason) {
  throw new Refused(status, reason);
}

// Reading values: each reader gives the value or refuses.

const STATUSES = ["TODO", "IN_PROGRESS", "DONE", "ARCHIVED"];
const PRIORITIES = ["LOW", "MEDIUM", "HIGH", "URGENT"];

function text(value) {
  if (typeof value !== "string" || /[\0\p{Surrogate}]/u.test(value)) refuse(400, "expected text");
  return value;
}

const codePoints = (value) => [...value].length;

function title(value) {
  const length = defect("title-utf16") ? text(value).length : codePoints(text(value));
  return length >= 1 && length <= 200 ? value : refuse(400, "a title has 1 to 200 characters");
}

function longText(value) {
  return codePoints(text(value)) <= 2000 ? value : refuse(400, "that is more than 2000 characters");
}

function tag(value) {
  const pattern = defect("short-tags") ? /^[a-z0-9][a-z0-9-]{0,28}$/ : /^[a-z0-9][a-z0-9-]{0,29}$/;
  return pattern.test(text(value)) ? value : refuse(400, "a tag has 1 to 30 small letters, digits and dashes");
}

function tagSet(value) {
  if (!Array.isArray(value)) refuse(400, "tags must be an array");
  const tags = new Set(value.map(tag));
  return tags.size === value.length ? tags : refuse(400, "a tag is there twice");
}

const oneOf = (names) => (value) => (names.includes(value) ? value : refuse(400, `expected one of ${names}`));
const status = oneOf(STATUSES);
const priority = oneOf(PRIORITIES);

function instant(value) {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text(value)) || value.startsWith("0000")) {
    refuse(400, "an instant looks like 2024-05-01T12:00:00.000Z");
  }
  const date = new Date(value);
  return !Number.isNaN(+date) && date.toISOString() === value ? +date : refuse(400, "there is no such instant");
}

const optional = (read) => (value) => (value === undefined || value === null ? null : read(value));

function fields(body, readers, tolerant = false) {
  if (typeof body !== "object" || body === null || Array.isArray(body)) refuse(400, "expected an object");
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(readers, name));
  if (unknown !== undefined && !tolerant) refuse(400, `there is no field ${unknown}`);
  const own = (name) => (Object.hasOwn(body, name) ? body[name] : undefined);
  return Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(own(name))]));
}

// What is stored: todos by the text of their id. Instants are milliseconds, tags are sets.

const todos = new Map();

function find(id) {
  if (!/^[1-9]\d*$/.test(id)) refuse(400, "an id is a positive number");
  return todos.get(id) ?? refuse(404, "no such todo");
}

function need(todo, ...allowed) {
  if (!allowed.includes(todo.status)) refuse(409, `not while it is ${todo.status}`);
}

function freeId() {
  const id = 100_000 + Math.floor(Math.random() * 900_000);
  return todos.has(String(id)) ? freeId() : id;
}

const written = (milliseconds) => (milliseconds === null ? null : new Date(milliseconds).toISOString());

function shown(todo) {
  return {
    ...todo,
    tags: [...todo.tags].reverse(),
    due_at: written(todo.due_at),
    created_at: written(todo.created_at),
    updated_at: written(todo.updated_at),
    completed_at: written(todo.completed_at),
  };
}

// The operations. Each gets what the path holds, the body, the query and the time, and gives a status and a body.

function createTodo(_, body, __, now) {
  const untitled = (value) => (value === null && defect("null-title") ? "Untitled" : title(value));
  const input = fields(body, {
    title: untitled,
    description: optional(longText),
    priority,
    tags: tagSet,
    due_at: optional(instant),
  });
  if (input.tags.size > 10) refuse(400, "more than ten tags");
  if (input.due_at !== null && input.due_at <= now) refuse(400, "due in the past");
  const id = freeId();
  todos.set(String(id), {
    id,
    status: "TODO",
    ...input,
    created_at: now,
    updated_at: now,
    completed_at: null,
    resolution: null,
  });
  return [201, { id }];
}

function getTodo([id]) {
  const todo = shown(find(id));
  return [200, defect("get-leaks-version") ? { ...todo, version: 1 } : todo];
}

function listTodos(_, __, query) {
  const asked = (name, read) => {
    const values = query.getAll(name);
    if (values.length > 1) refuse(400, `${name} is there twice`);
    return values.length === 1 ? read(values[0]) : null;
  };
  const wanted = { status: asked("status", status), priority: asked("priority", priority), tag: asked("tag", tag) };
  const tests = [
    wanted.status && ((todo) => todo.status === wanted.status),
    wanted.priority && ((todo) => todo.priority === wanted.priority),
    wanted.tag && ((todo) => todo.tags.has(wanted.tag)),
  ].filter(Boolean);
  const any = defect("filters-or") && tests.length > 0;
  const selected = (todo) => (any ? tests.some((test) => test(todo)) : tests.every((test) => test(todo)));
  return [200, [...todos.values()].filter(selected).map(shown)];
}

function updateTodo([id], body, _, now) {
  if (defect("null-crashes") && body?.title === null) throw new TypeError("title is null");
  const readers = {
    title: optional(title),
    description: optional(longText),
    priority: optional(priority),
    due_at: optional(instant),
  };
  const input = fields(body, readers, defect("unknown-field-accepted"));
  const changes = Object.entries(input).filter(([, value]) => value !== null);
  const todo = find(id);
  if (todo.status === "ARCHIVED" && defect("archived-touched")) todo.updated_at = now;
  need(todo, "TODO", "IN_PROGRESS", "DONE");
  if (changes.length === 0) refuse(400, "nothing to change");
  const before = shown(todo);
  Object.assign(todo, Object.fromEntries(changes), { updated_at: now });
  return [200, defect("update-returns-old") ? before : shown(todo)];
}

function deleteTodo([id], body) {
  fields(body, {});
  need(find(id), "TODO", "DONE", "ARCHIVED");
  todos.delete(id);
  return [204];
}

function addTag([id], body, _, now) {
  const input = fields(body, { tag });
  const todo = find(id);
  need(todo, "TODO", "IN_PROGRESS", "DONE");
  const limit = defect("eleventh-tag") ? 11 : 10;
  if (!todo.tags.has(input.tag) && todo.tags.size >= limit) refuse(400, "it has ten tags");
  todo.tags.add(input.tag);
  todo.updated_at = now;
  return [201, shown(todo)];
}

function removeTag([id, name], body, _, now) {
  fields(body, {});
  const todo = find(id);
  need(todo, "TODO", "IN_PROGRESS", "DONE");
  if (!todo.tags.has(tag(name))) refuse(404, "it has no such tag");
  todo.tags.delete(name);
  if (!defect("untag-undated")) todo.updated_at = now;
  return [204];
}

function move(id, now, sources, changes) {
  const todo = find(id);
  need(todo, ...sources);
  Object.assign(todo, changes, { updated_at: now });
  return [200, shown(todo)];
}

function startWork([id], body, _, now) {
  fields(body, {});
  const started = move(id, now, ["TODO"], { status: "IN_PROGRESS" });
  if (defect("start-pauses-others")) {
    for (const [key, todo] of todos) if (key !== id && todo.status === "IN_PROGRESS") todo.status = "TODO";
  }
  return started;
}

function pauseWork([id], body, _, now) {
  fields(body, {});
  return move(id, now, ["IN_PROGRESS"], { status: "TODO" });
}

function complete([id], body, _, now) {
  const { resolution } = fields(body, { resolution: optional(longText) });
  const completed_at = defect("completed-at-early") ? now - 3000 : now;
  return move(id, now, ["IN_PROGRESS"], { status: "DONE", completed_at, resolution });
}

// Only what was edited after it was finished can be taken up again.
function reopen([id], body, _, now) {
  fields(body, {});
  const todo = find(id);
  need(todo, "DONE");
  if (todo.updated_at <= todo.completed_at && !defect("reopen-unedited")) refuse(409, "it was not edited since");
  return move(id, now, ["DONE"], { status: "IN_PROGRESS", completed_at: null, resolution: null });
}

function archive([id], body, _, now) {
  fields(body, {});
  const cleared = defect("archive-clears-due") ? { due_at: null } : {};
  return move(id, now, ["TODO", "DONE"], { status: "ARCHIVED", ...cleared });
}

const state = () => ({ todos: Object.fromEntries([...todos].map(([id, todo]) => [id, shown(todo)])) });

function reset() {
  todos.clear();
  return [200, state()];
}

const capabilities = { version: 1, service: "TodoList", capabilities: ["reset", "state"] };

const ROUTES = [
  ["POST", "/todos", createTodo],
  ["GET", "/todos", listTodos],
  ["GET", "/todos/*", getTodo],
  ["PATCH", "/todos/*", updateTodo],
  ["DELETE", "/todos/*", deleteTodo],
  ["POST", "/todos/*/tags", addTag],
  ["DELETE", "/todos/*/tags/*", removeTag],
  ["POST", "/todos/*/start", startWork],
  ["POST", "/todos/*/pause", pauseWork],
  ["POST", "/todos/*/complete", complete],
  ["POST", "/todos/*/reopen", reopen],
  ["POST", "/todos/*/archive", archive],
  ["GET", "/__test_admin__/capabilities", () => [200, capabilities]],
  ["POST", "/__test_admin__/reset", reset],
  ["GET", "/__test_admin__/state", () => [200, state()]],
].map(([method, path, run]) => ({ method, path: RegExp(`^${path.replaceAll("*", "([^/]+)")}$`), run }));

// HTTP

function openAdmin(headers) {
  if (process.env.ENABLE_TEST_ADMIN !== "1") refuse(403, "closed");
  const token = process.env.TEST_ADMIN_TOKEN;
  if (token && headers.authorization !== `Bearer ${token}`) refuse(401, "the bearer token is missing or wrong");
}

function readBody(request, raw) {
  if (request.method === "GET" || (raw.length === 0 && !request.headers["content-type"])) return {};
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw));
  } catch {
    return refuse(400, "the body is not JSON");
  }
}

function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return refuse(400, "the path is not readable");
  }
}

function answer(request, raw) {
  const [path, query] = request.url.split(/\?(.*)/s);
  if (path.startsWith("/__test_admin__")) openAdmin(request.headers);
  const here = ROUTES.filter((route) => route.path.test(path));
  if (here.length === 0) refuse(404, "nothing here");
  const route = here.find(({ method }) => method === request.method) ?? refuse(405, "not with this method");
  const inPath = path.match(route.path).slice(1).map(decoded);
  return route.run(inPath, readBody(request, raw), new URLSearchParams(query), Date.now());
}

async function serve(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const [code, body] = answer(request, Buffer.concat(chunks));
    if (body === undefined) return response.writeHead(code).end();
    response.writeHead(code, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
  } catch (error) {
    if (!(error instanceof Refused)) console.error(error);
    response.writeHead(error.status ?? 500, { "content-type": "text/plain" }).end(`${error.message}\n`);
  }
}

function main() {
  if (options.defects) return console.log(Object.entries(DEFECTS).map((pair) => pair.join(": ")).join("\n"));
  if (options.defect && !(options.defect in DEFECTS)) {
    console.error(`there is no defect ${options.defect}`);
    process.exit(2);
  }
  const server = createServer((request, response) => serve(request, response).catch(() => response.destroy()));
  server.keepAliveTimeout = 60_000;
  server.listen(Number(options.port), "127.0.0.1", () => {
    console.log(`listening on http://127.0.0.1:${server.address().port}`);
  });
  process.on("SIGTERM", () => process.exit(0));
}

main();

// Expressions by which a script would get hold of something of the machine that runs it.

/** What a function hangs on that was made outside of the script, or by the language. */
const CARRIERS = [
  'print',
  'console.log',
  'setTimeout',
  'clearTimeout',
  'endScript',
  'page.click',
  'page.goto',
  'page.constructor',
  'page.get(1).fill',
  'page.get(1).constructor',
  'page.locator("a").filter',
  'page.keyboard.press',
  'page.mouse.constructor',
  'page.get(1).click().constructor',
  'page.get(1).click().then',
  'args.constructor',
  'args.list.map',
  'Promise',
  'Promise.prototype.then',
  'Reflect.construct',
  'JSON.parse',
  'Symbol.prototype.toString',
  'Error',
  '(() => {})',
  '(async () => {})',
  '(function* () {})',
  '(async function* () {})',
  '(class {})',
  '(function () {}).bind(null)',
  'new Proxy(print, {})',
  'Object.getOwnPropertyDescriptor(RegExp.prototype, "source").get',
  'Object.getOwnPropertyDescriptor(Object.prototype, "__proto__").get',
  '[][Symbol.iterator]().next',
  'new Map().entries().next',
  'Object.getPrototypeOf(async function* () {}).constructor',
];

/** Code that its constructor would compile. */
const CODES = [
  'return process',
  'return this.process',
  'return globalThis.require',
  'return import("node:fs")',
];

const byConstructor = CARRIERS.flatMap((carrier) =>
  CODES.map(
    (code) => `(async () => { const made = (${carrier}).constructor(${JSON.stringify(code)});
    const got = await made.call(globalThis); return got && got.next ? (await got.next()).value : got })()`,
  ),
);

/** Names of what Node, browsers, workers, QuickJS and Emscripten have. */
const NAMES = (
  'process require module exports global Buffer fetch XMLHttpRequest WebSocket EventSource Worker SharedWorker MessageChannel ' +
  'MessagePort BroadcastChannel postMessage onmessage parentPort workerData navigator document window self location localStorage ' +
  'sessionStorage indexedDB caches crypto performance structuredClone queueMicrotask setImmediate setInterval WebAssembly ' +
  'importScripts std os scriptArgs loadFile evalScript bjson gc Deno Bun __dirname __filename __host host call wait sightline ' +
  'Module HEAP8 HEAPU8 FS wasmMemory asm ccall cwrap callMain Java ActiveXObject chrome browser context vm'
).split(' ');

const byName = NAMES.flatMap((name) => [`globalThis[${JSON.stringify(name)}]`]);

/** Ways through what is there. */
const BY_PATH = [
  'import("fs")',
  'import("node:fs")',
  'import("sightline")',
  'import("./main.js")',
  'import("data:text/javascript,export default 1")',
  'import("file:///etc/passwd")',
  '(0, eval)("process")',
  'eval("import(\'fs\')")',
  'new Function("return (0, eval)(\'process\')")()',
  '(function () { return this })()',
  '(function () { return arguments.callee.caller })()',
  '(function f() { return f.caller })()',
  'Error.prepareStackTrace',
  '(() => { Error.prepareStackTrace = (_, sites) => sites[0].getThis(); return new Error().stack })()',
  '(() => { const o = {}; Error.captureStackTrace?.(o); return o.stack })()',
  'new Error("x").stack',
  'page.get(1).click().catch((e) => e.stack)',
  'page.get(1).click().catch((e) => e.constructor.constructor("return process")())',
  'page.get(1).click().catch((e) => Object.getPrototypeOf(e.constructor))',
  'page.ask',
  'page.ask("constructor")',
  'page.ask("__proto__")',
  'page.ask("hasOwnProperty", { locator: [] })',
  'page.ask("evaluate", { source: "process" })',
  'page.ask("require", { id: "fs" })',
  'page.ask("call", {})',
  'page.ask("click", { locator: [{ by: "process" }] })',
  'page.ask("click", { locator: [{ by: "css", selector: "a", __proto__: { by: "ref" } }] })',
  'page.steps',
  'Object.getOwnPropertyNames(Object.getPrototypeOf(page)).map((n) => { try { return page[n] } catch { return n } })',
  'Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf(page)))',
  'Reflect.get(page, "ask", globalThis)',
  'new page.constructor((word) => word, {}).goto("x")',
  'Object.assign(page.get(1), { ask: (...all) => all }).click()',
  'Reflect.ownKeys(globalThis).map((n) => globalThis[n]).find((v) => v && v.postMessage)',
  'Symbol.for("nodejs.util.inspect.custom")',
  'globalThis[Symbol.for("nodejs.util.promisify.custom")]',
  'print.call.call(print, { constructor: { name: "process" } })',
  'print.apply(undefined, { length: 2 ** 20 })',
  'setTimeout("process", 0)',
  'setTimeout.call(null, () => this.process, 0)',
  'new (class extends Promise { constructor(run) { super(run); this.process = globalThis.process } })(() => {}).process',
  'Array.fromAsync?.([import("fs")])',
  'new WeakRef(page).deref().process',
  'new FinalizationRegistry((v) => v).constructor.constructor("return process")()',
  'Atomics.wait?.(new Int32Array(new SharedArrayBuffer(8)), 0, 0, 10)',
  'new SharedArrayBuffer(8)',
  'Intl',
  'page.toString.constructor("return process")()',
  'args.__proto__.constructor.constructor("return process")()',
  'args.list.constructor.constructor("return process")()',
  'JSON.parse("{}", function () { return this }).constructor.constructor("return process")()',
  'new Proxy(page, { get: (t, n, r) => r }).x',
  'Object.create(page, { constructor: { value: Function } }).constructor("return process")()',
  'page.evaluate(() => process)',
  'page.locator("a").evaluateAll(() => process)',
  'page.$eval("a", () => process)',
  'page.goto("javascript:process")',
  'page.request',
  'page.context()',
  'page.browser',
  'page.addInitScript({ path: "/etc/passwd" })',
  'page.exposeFunction("f", () => 1)',
  'page._channel',
  'page.__proto__.__proto__.__proto__.__proto__',
];

/** Each is an expression; what it comes to is nothing of the machine. */
export const REACHING: readonly string[] = [...byConstructor, ...byName, ...BY_PATH];

/** A script that prints `in`, unless the expression comes to something that Node has and a script has not. */
export const reachScript = (
  expression: string,
): string => `const marks = ['pid', 'versions', 'mainModule', 'dlopen', 'binding',
  'readFileSync', 'postMessage', 'execSync', 'createConnection', 'isMainThread', 'hrtime', 'HEAPU8', 'importScripts'];
const isOfHost = (value) => { try {
  if (typeof value === 'string') return /node:|node_modules|file:|[\\/\\\\](?:packages|src|dist)[\\/\\\\]/.test(value);
  if (Array.isArray(value)) return value.some(isOfHost);
  return value !== null && /object|function/.test(typeof value) && marks.some((mark) => mark in value);
} catch { return false } };
let got; try { got = await (${expression}) } catch (error) { got = error.stack }
print(isOfHost(got) ? 'OUT' : 'in');`;

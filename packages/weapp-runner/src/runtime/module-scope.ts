/**
 * Globals of the language that all of WeChat's engines have. Everything else of a browser's global object is
 * hidden from the program, so that code which leans on a DOM, on `fetch` or on `Intl` (absent on Android) fails here
 * as it would on a phone.
 */
const languageGlobals: readonly string[] = [
  'AggregateError',
  'Array',
  'ArrayBuffer',
  'BigInt',
  'Boolean',
  'DataView',
  'Date',
  'Error',
  'EvalError',
  'Float32Array',
  'Float64Array',
  'Infinity',
  'Int16Array',
  'Int32Array',
  'Int8Array',
  'JSON',
  'Map',
  'Math',
  'NaN',
  'Number',
  'Object',
  'Promise',
  'Proxy',
  'RangeError',
  'ReferenceError',
  'Reflect',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'SyntaxError',
  'TypeError',
  'URIError',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'WeakMap',
  'WeakSet',
  'clearInterval',
  'clearTimeout',
  'console',
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'escape',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
  'setInterval',
  'setTimeout',
  'undefined',
  'unescape',
]

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** Names of the browser's global object that the program must not see. */
export function hiddenGlobals(global: object): readonly string[] {
  const allowed = new Set(languageGlobals)
  const names = new Set<string>()
  for (let level: object | null = global; level !== null; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (IDENTIFIER.test(name) && !allowed.has(name)) names.add(name)
    }
  }
  return [...names]
}

/** The program's global object: the language, and what WeChat adds. */
export function createGlobalObject(browser: object, additions: Readonly<Record<string, unknown>>): object {
  const global: Record<string, unknown> = {}
  for (const name of languageGlobals) global[name] = Reflect.get(browser, name)
  Object.assign(global, additions)
  global.globalThis = global
  global.global = global
  global.Function = restrictedFunction(global)
  return global
}

/** WeChat forbids code from text, but answers the usual way of asking for the global object. */
function restrictedFunction(global: object): CallableFunction {
  const restricted = function restrictedFunctionConstructor(...args: readonly string[]) {
    if (args.at(-1) === 'return this') return () => global
    throw new Error('mini-programs cannot build functions from text')
  }
  restricted.prototype = Function.prototype
  return restricted
}

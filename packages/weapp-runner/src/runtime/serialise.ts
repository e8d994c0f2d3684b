/** Finds the first value that cannot cross to the view as JSON, as a path and a reason. */
export function findUnserialisable(value: unknown, path = '', ancestors: readonly object[] = []): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    return `${path || 'value'} is a ${typeof value}`
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (ancestors.includes(value)) return `${path || 'value'} contains itself`
  if (!Array.isArray(value) && !isPlainObject(value)) return `${path || 'value'} is a ${value.constructor?.name}`
  for (const [key, child] of Object.entries(value)) {
    const found = findUnserialisable(child, path === '' ? key : `${path}.${key}`, [...ancestors, value])
    if (found !== undefined) return found
  }
  return undefined
}

/** The program's code runs in the same realm as the view, so one prototype test is enough. */
const isPlainObject = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** A JSON copy for the record: functions, nodes and cycles become a word. */
export function toPlain(value: unknown): unknown {
  const seen: object[] = []
  const text = JSON.stringify(value, (_key, child: unknown) => {
    if (typeof child === 'function') return '[function]'
    if (typeof child === 'bigint' || typeof child === 'symbol') return String(child)
    if (typeof child !== 'object' || child === null) return child
    if (seen.includes(child)) return '[seen]'
    seen.push(child)
    return child instanceof Node ? '[node]' : child
  })
  return text === undefined ? undefined : JSON.parse(text)
}

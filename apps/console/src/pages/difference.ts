interface Change {
  /** Path of the field, such as `terms.isOn`. */
  readonly field: string
  /** Null where there was none. */
  readonly before: string | null
  readonly after: string | null
  readonly isChanged: boolean
}

const parse = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return text // kept as it is
  }
}

/** Leaves of a value by their path. */
const leavesOf = (value: unknown, path = ''): [string, string][] => {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return [[path || '内容', typeof value === 'string' ? value : JSON.stringify(value)]]
  }
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path ? `${path}.${name}` : name))
}

/** Fields of two JSON texts, the changed ones first. */
export const differenceOf = (before: string | null, after: string | null): Change[] => {
  const [old, next] = [new Map(leavesOf(parse(before))), new Map(leavesOf(parse(after)))]
  const fields = [...new Set([...old.keys(), ...next.keys()])]
  const all = fields.map((field) => {
    const [one, other] = [old.get(field) ?? null, next.get(field) ?? null]
    return { field, before: one, after: other, isChanged: one !== other }
  })
  return [...all.filter(({ isChanged }) => isChanged), ...all.filter(({ isChanged }) => !isChanged)]
}

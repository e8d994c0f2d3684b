import type { JsonSchema } from './openapi.ts'

/** One line of a readable schema: `items[].quantity`, an integer from 1 to 10000, required. */
export interface SchemaField {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

const at = <Value>(schema: JsonSchema, key: string): Value | undefined => schema[key] as Value | undefined

/** Fields of an object schema including nested ones, in declaration order. */
export const fieldsOf = (schema: JsonSchema, prefix = ''): SchemaField[] => {
  const required = at<string[]>(schema, 'required') ?? []
  return Object.entries(at<Record<string, JsonSchema>>(schema, 'properties') ?? {}).flatMap(([key, field]) => {
    const name = prefix + key
    const items = at<JsonSchema>(field, 'items')
    return [
      { name, type: typeOf(field), isRequired: required.includes(key) },
      ...fieldsOf(field, `${name}.`),
      ...(items ? fieldsOf(items, `${name}[].`) : []),
    ]
  })
}

export const typeOf = (schema: JsonSchema): string => {
  const choices = at<JsonSchema[]>(schema, 'anyOf')
  if (choices) return choices.map(typeOf).join(' | ')
  const values = at<unknown[]>(schema, 'enum') ?? (schema['const'] === undefined ? undefined : [schema['const']])
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const items = at<JsonSchema>(schema, 'items')
  const type = items ? `${typeOf(items)}[]` : [at<string | string[]>(schema, 'type') ?? 'any'].flat().join(' | ')
  return [type, ...limitsOf(schema)].join(' ')
}

const limitsOf = (schema: JsonSchema): string[] => {
  const above = at<number>(schema, 'exclusiveMinimum')
  const range = rangeOf(above === undefined ? at(schema, 'minimum') : above + 1, at(schema, 'maximum'))
  const length = rangeOf(at(schema, 'minLength'), at(schema, 'maxLength'))
  const count = rangeOf(at(schema, 'minItems'), at(schema, 'maxItems'))
  const pattern = at<string>(schema, 'pattern')
  return [range, length && `长度 ${length}`, count && `${count} 项`, pattern].filter((text) => text !== undefined)
}

/** Omits the 2^53 bounds that zod adds to every integer. */
const rangeOf = (minimum?: number, maximum?: number): string | undefined => {
  const low = minimum === undefined || minimum <= -Number.MAX_SAFE_INTEGER ? undefined : minimum
  const high = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (low !== undefined && high !== undefined) return `${low}–${high}`
  if (low !== undefined) return `≥ ${low}`
  return high === undefined ? undefined : `≤ ${high}`
}

import type { Call } from '@yunji/contract/wire/call'
import * as fc from 'fast-check'
import { type JsonSchema, jsonSchemaOf } from '../../apps/server/src/platform/http/openapi.ts'

type ShapeType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'

/** The part of JSON Schema that the contract's schemas produce. */
interface Shape {
  /** A list for nullable values. */
  readonly type?: ShapeType | readonly ShapeType[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

export type Fields = Record<string, unknown>

const MOST_ITEMS = 3
const LONGEST_TEXT = 24
const LARGEST_INTEGER = 2 ** 31

const inputShape = (call: Call): Shape => jsonSchemaOf(call.input, 'input') as JsonSchema & Shape

export const fieldsOf = (call: Call): string[] => Object.keys(inputShape(call).properties ?? {})
export const requiredFieldsOf = (call: Call): readonly string[] => inputShape(call).required ?? []
/** Whether a field takes free values, not only an enumeration. */
export const hasOpenField = (call: Call): boolean =>
  Object.values(inputShape(call).properties ?? {}).some(
    (shape) => !shape.enum && !('const' in shape) && shape.type !== 'boolean',
  )
/** Whether the call's schema accepts the input. */
export const takes = (call: Call, input: unknown): boolean => {
  const result = call.input['~standard'].validate(input)
  if (result instanceof Promise) throw new Error(`${call.path} checks its input asynchronously`)
  return result.issues === undefined
}

/** Valid input. */
export const validInput = (call: Call): fc.Arbitrary<Fields> =>
  valueOf(inputShape(call)).filter((input) => takes(call, input)) as fc.Arbitrary<Fields>

/** Valid data of a handler. */
export const validData = (call: Call): fc.Arbitrary<unknown> =>
  valueOf(jsonSchemaOf(call.data, 'output') as JsonSchema & Shape)

const valueOf = (shape: Shape): fc.Arbitrary<unknown> => {
  if ('const' in shape) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return fc.oneof(...choices.map(valueOf))
  if (Array.isArray(shape.type)) return fc.oneof(...shape.type.map((type: ShapeType) => valueOf({ ...shape, type })))
  switch (shape.type) {
    case 'object':
      return objectOf(shape)
    case 'array':
      return fc.array(valueOf(shape.items ?? {}), {
        minLength: shape.minItems ?? 0,
        maxLength: Math.min(shape.maxItems ?? MOST_ITEMS, MOST_ITEMS),
      })
    case 'string':
      return textOf(shape)
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(shape.minimum ?? (shape.exclusiveMinimum ?? -LARGEST_INTEGER) + 1, -LARGEST_INTEGER),
        max: Math.min(shape.maximum ?? LARGEST_INTEGER, LARGEST_INTEGER),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

const objectOf = ({ properties = {}, required = [] }: Shape): fc.Arbitrary<unknown> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, valueOf(shape)])), {
    requiredKeys: [...required],
    noNullPrototype: true,
  })

const textOf = ({ pattern, minLength = 0, maxLength = LONGEST_TEXT }: Shape): fc.Arbitrary<string> => {
  if (pattern === undefined) return fc.string({ minLength, maxLength: Math.min(maxLength, LONGEST_TEXT) })
  const expression = new RegExp(pattern)
  // fast-check cannot generate look-aheads, which only the password rule has: random letters and digits are filtered.
  if (!pattern.includes('(?=')) return fc.stringMatching(expression)
  const unit = fc.constantFrom(...'abcXYZ0189')
  return fc.string({ unit, minLength: 6, maxLength: 13 }).filter((text) => expression.test(text))
}

import { createSchedule, updateSchedule } from '@yunji/contract/devices/schedule/calls'
import { scheduleKinds } from '@yunji/contract/devices/schedule/rules'
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

/** Once for each call: arbitraries with patterns are dear to make, and every kind of request is built of them. */
const onceByCall = <Made>(make: (call: Call) => Made): ((call: Call) => Made) => {
  const made = new WeakMap<Call, Made>()
  return (call) => {
    const found = made.get(call) ?? make(call)
    made.set(call, found)
    return found
  }
}

const inputShape = onceByCall((call): Shape => jsonSchemaOf(call.input, 'input') as JsonSchema & Shape)

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
export const validInput = onceByCall((call) => {
  const shape = inputShape(call)
  const shapes = SCHEDULE_CALLS.has(call.path) ? scheduleShapes(shape) : [shape]
  return fc.oneof(...shapes.map(valueOf)).filter((input) => takes(call, input)) as fc.Arbitrary<Fields>
})

const SCHEDULE_CALLS: ReadonlySet<string> = new Set([createSchedule.path, updateSchedule.path])
const SCHEDULE_TARGETS = ['deviceIds', 'groupId', 'tag']
const SCHEDULE_TIMES = { once: ['date'], daily: [], weekly: ['weekdays'] }
const SOME_DATE = { type: 'string', pattern: '^20[3-9]\\d-0[1-9]-1\\d$' } as const

/** Fields of a schedule go together in a few ways, of which random ones hit one in hundreds. */
const scheduleShapes = ({ properties = {}, required = [], ...rest }: Shape): Shape[] => {
  const dependent = new Set([...SCHEDULE_TARGETS, ...Object.values(SCHEDULE_TIMES).flat(), 'packageName'])
  const shapeWith = (given: string[], fixed: Readonly<Record<string, Shape>>): Shape => ({
    ...rest,
    properties: Object.fromEntries(
      Object.entries({ ...properties, date: SOME_DATE, ...fixed }).filter(
        ([name]) => given.includes(name) || !dependent.has(name),
      ),
    ),
    required: [...required, ...given],
  })
  return SCHEDULE_TARGETS.flatMap((target) =>
    Object.entries(SCHEDULE_TIMES).flatMap(([repeat, timing]) => [
      shapeWith([target, ...timing], {
        repeat: { const: repeat },
        kind: { enum: scheduleKinds.filter((kind) => kind !== 'startApp') },
      }),
      shapeWith([target, ...timing, 'packageName'], { repeat: { const: repeat }, kind: { const: 'startApp' } }),
    ]),
  )
}

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

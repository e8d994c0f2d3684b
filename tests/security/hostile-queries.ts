import type { Call } from '@yunji/contract/wire/call'
import * as fc from 'fast-check'
import { fieldsOf, requiredFieldsOf, takes, validInput } from './from-schema.ts'
import { hostileQueryText } from './hostile-values.ts'

const STRANGE_NAMES = ['extra', '__proto__', 'constructor', 'a[]', 'a[b]', '%zz', '%00', '', '额外']

type Pairs = readonly (readonly [name: string, value: string])[]

/** Queries that the call must refuse: a bad value, a missing, doubled or unknown parameter. */
export const malformedQuery = (call: Call): fc.Arbitrary<string> => {
  const fields = fieldsOf(call)
  const required = requiredFieldsOf(call)
  return fc.oneof(
    unknownParameter(call),
    doubledParameter(call, fields.length > 0 ? fields : STRANGE_NAMES),
    ...(fields.length > 0 ? [badParameter(call, fields)] : []),
    ...(required.length > 0 ? [missingParameter(call, required)] : []),
  )
}

const validPairs = (call: Call): fc.Arbitrary<Pairs> =>
  validInput(call).map((input) =>
    Object.entries(input).map(([name, value]) => [name, encodeURIComponent(String(value))] as const),
  )

const textOf = (pairs: Pairs): string => pairs.map(([name, value]) => `${name}=${value}`).join('&')

const unknownParameter = (call: Call): fc.Arbitrary<string> =>
  fc
    .record({ pairs: validPairs(call), name: fc.constantFrom(...STRANGE_NAMES), value: hostileQueryText })
    // An empty name needs a value to be a parameter.
    .map(({ pairs, name, value }) => textOf([...pairs, [name, name === '' ? `x${value}` : value]]))

const doubledParameter = (call: Call, names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({ pairs: validPairs(call), name: fc.constantFrom(...names), value: hostileQueryText })
    .map(({ pairs, name, value }) => textOf([...pairs, [name, `x${value}`], [name, `x${value}`]]))

const missingParameter = (call: Call, required: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({ pairs: validPairs(call), name: fc.constantFrom(...required) })
    .map(({ pairs, name }) => textOf(pairs.filter(([each]) => each !== name)))

const badParameter = (call: Call, fields: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({ pairs: validPairs(call), name: fc.constantFrom(...fields), value: hostileQueryText })
    .map(({ pairs, name, value }): Pairs => [...pairs.filter(([each]) => each !== name), [name, value]])
    .filter((pairs) => !takes(call, Object.fromEntries(pairs.map(([name, value]) => [name, decoded(value)]))))
    .map(textOf)

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}

import type { Call } from '@yunji/contract/wire/call'
import * as fc from 'fast-check'
import { type Fields, fieldsOf, requiredFieldsOf, takes, validInput } from './from-schema.ts'
import { brokenJson, hostileFragment } from './hostile-values.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const HOLE = '@@hole@@'
const STRANGE_NAMES = ['extra', '', '__proto__', 'constructor', 'prototype', '$where', '额外', 'x'.repeat(3_000)]

type Body = fc.Arbitrary<string | Buffer>

/** Bodies that the call must refuse. */
export const malformedBody = (call: Call): Body => {
  const hasFields = fieldsOf(call).length > 0
  const hasRequired = requiredFieldsOf(call).length > 0
  return fc.oneof(
    { weight: 2, arbitrary: unknownField(call) },
    { weight: 2, arbitrary: doubledKey(call) },
    { weight: 2, arbitrary: notAnObject },
    { weight: 2, arbitrary: brokenJson },
    { weight: 1, arbitrary: oversized },
    ...(hasFields ? [{ weight: 8, arbitrary: hostileField(call, (text) => isRefused(call, text)) }] : []),
    ...(hasRequired ? [{ weight: 2, arbitrary: missingField(call) }] : []),
  )
}

/** Most schemas that accept an unusual value show it within the first few. */
const SAMPLES = [10, 200]

/** Whether the schema accepts unusual values: not where every field has a strict pattern. */
export const hasStrangeBody = (call: Call): boolean =>
  SAMPLES.some((numRuns) =>
    fc.sample(withHostileValue(call), { numRuns, seed: 1 }).some((text) => !isRefused(call, text)),
  )

/** Unusual values that the schema accepts: any answer but a 5xx is right. */
export const strangeBody = (call: Call): Body => hostileField(call, (text) => !isRefused(call, text))

const isRefused = (call: Call, text: string): boolean => {
  try {
    return !takes(call, JSON.parse(text))
  } catch {
    return true
  }
}

/** Valid input with one value, at any depth, replaced. */
const withHostileValue = (call: Call): fc.Arbitrary<string> =>
  fc
    .record({ input: validInput(call), spot: fc.nat(1_000), fragment: hostileFragment })
    .map(({ input, spot, fragment }) => replaceValue(input, spot, fragment))

const hostileField = (call: Call, isWanted: (text: string) => boolean): Body => withHostileValue(call).filter(isWanted)

const replaceValue = (input: Fields, spot: number, fragment: string): string => {
  const copy = structuredClone(input)
  const holders = holdersIn(copy)
  const chosen = holders[spot % holders.length]
  if (chosen) chosen.holder[chosen.key] = HOLE
  return JSON.stringify(copy).replace(`"${HOLE}"`, () => fragment)
}

interface Place {
  readonly holder: Fields
  readonly key: string
}

const holdersIn = (value: unknown): Place[] => {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Fields
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...holdersIn(holder[key])])
}

const missingField = (call: Call): Body =>
  fc
    .record({ input: validInput(call), name: fc.constantFrom(...requiredFieldsOf(call)) })
    .map(({ input, name }) => JSON.stringify({ ...input, [name]: undefined }))

/** Also the call that accepts any field must refuse `__proto__`. */
const unknownField = (call: Call): Body => {
  const names = takes(call, { extra: 1 }) ? ['__proto__'] : STRANGE_NAMES
  return fc
    .record({ input: validInput(call), name: fc.constantFrom(...names), fragment: hostileFragment })
    .map(({ input, name, fragment }) => withMember(JSON.stringify(input), name, fragment))
}

const doubledKey = (call: Call): Body =>
  fc
    .record({ input: validInput(call), name: fc.constantFrom('doubled', ...fieldsOf(call)), fragment: hostileFragment })
    .map(({ input, name, fragment }) => withMember(withMember(JSON.stringify(input), name, fragment), name, '1'))

const withMember = (object: string, name: string, fragment: string): string =>
  `{${JSON.stringify(name)}:${fragment}${object === '{}' ? '' : ','}${object.slice(1)}`

const notAnObject: Body = fc.oneof(
  fc.constantFrom('null', 'true', '0', '""', '[]', '[{}]', '"{}"', '[[[]]]', '1e400'),
  hostileFragment.filter((text) => !text.startsWith('{')),
)

const oversized: Body = fc
  .integer({ min: BODY_LIMIT_BYTES, max: BODY_LIMIT_BYTES * 4 })
  .map((length) => `{"extra":"${'x'.repeat(length)}"}`)

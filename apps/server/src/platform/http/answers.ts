import type { Call } from '@yunji/contract/wire/call'
import fastJsonStringify from 'fast-json-stringify'
import * as z from 'zod/mini'

type Serialize = (answer: unknown) => string

/** Only fields of the schema leave the server: the serialiser is compiled from it. */
export const answerSchema = (call: Call): Record<string, unknown> => {
  const { $schema: _dialect, ...data } = z.toJSONSchema(call.data, {
    target: 'draft-7',
    io: 'output',
    // `additionalProperties: false` would make a nullable object with an extra field fail instead of dropping it.
    override: ({ jsonSchema }) => void delete jsonSchema.additionalProperties,
  })
  return {
    type: 'object',
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data, ts: { type: 'integer' } },
  }
}

const compiled = new WeakMap<Call, Serialize>()

/** Compiled at the first answer, once per process: for all calls it would be a sixth of a start. */
export const answerSerializer =
  (call: Call): Serialize =>
  (answer) => {
    let serialize = compiled.get(call)
    if (!serialize) {
      serialize = fastJsonStringify(answerSchema(call))
      compiled.set(call, serialize)
    }
    return serialize(answer)
  }

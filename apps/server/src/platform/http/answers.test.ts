import { allCalls } from '@yunji/contract/calls'
import { access, defineCall } from '@yunji/contract/wire/call'
import { noInput } from '@yunji/contract/wire/fields'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { answerSerializer } from './answers.ts'

const ENVELOPE = { code: 200, msg: '成功', ts: 1 }

it.each(allCalls.map((call) => [call.path, call] as const))('the answer of %s has a serialiser', (_path, call) => {
  expect(JSON.parse(answerSerializer(call)(ENVELOPE))).toEqual(ENVELOPE)
})

it('an answer has the declared fields alone, however deep and at every answer', () => {
  const inner = z.object({ id: z.int() })
  const call = defineCall({
    method: 'GET',
    path: '/vmcloud/api/test/answers',
    summary: '试',
    access: access.open,
    input: noInput,
    data: z.object({ list: z.array(inner), one: z.nullable(inner), none: z.nullable(inner) }),
  })
  const stray = { id: 7, passwordHash: 'leak' }
  const answer = { ...ENVELOPE, leak: 1, data: { leak: 1, list: [stray, stray], one: stray, none: null } }
  const serialize = answerSerializer(call)
  for (let answers = 0; answers < 2; answers += 1)
    expect(JSON.parse(serialize(answer))).toEqual({
      ...ENVELOPE,
      data: { list: [{ id: 7 }, { id: 7 }], one: { id: 7 }, none: null },
    })
})

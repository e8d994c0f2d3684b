import { allCalls } from '@yunji/contract/calls'
import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import type { Call } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { definePromise } from '@yunji/testkit/promise'
import { differences, digestTables } from '@yunji/testkit/table-digest'
import * as fc from 'fast-check'
import { addressOf, callRequest, FORWARDED_FOR } from '../support/call-request.ts'
import { describe, readEnvelope } from '../support/envelope.ts'
import { endSchedules, type Target, withSharedTarget } from '../support/target.ts'
import { leaksOfAnswers } from './answer-leaks.ts'
import { type Fields, validInput } from './from-schema.ts'
import { addOperator } from './operator-matrix.ts'

/** Unknown field names, some of them special in JavaScript. */
const STRANGE_NAMES = ['extra', 'isAdmin', 'id ', '额外', 'constructor', 'toString', 'hasOwnProperty']

export const promise = definePromise({
  id: 'S2',
  name: 's2_unknown_fields',
  title: 'unknown fields are refused, and answers carry only the fields of their schema',
  sizes: { small: { inputs: 3, answers: 5 }, long: { inputs: 200, answers: 500 } },
  async run({ size: { inputs, answers }, seed, log }) {
    // The usage log accepts unknown fields by the specification.
    const strictCalls = allCalls.filter((call) => call.path !== saveUserUsageLog.path)
    const refusals = await withSharedTarget(async (target) => {
      await endSchedules(target)
      // Its last use lies ahead, so that no call writes it down.
      const owner = await addOperator(target.databaseUrl, 'an-owner', 'owner', { idleMinutes: -24 * 60 })
      const before = await digestTables(target.databaseUrl)
      const taken: string[] = []
      for (const call of strictCalls) taken.push(...(await takenFields(target, owner, call, inputs, seed)))
      return [...taken, ...differences(before, await digestTables(target.databaseUrl))]
    })
    log(`${strictCalls.length} of ${allCalls.length} calls asked with unknown fields`)
    const leaks = await leaksOfAnswers(allCalls, answers, seed)
    log(`${allCalls.length} calls made to answer too much`)
    return { rounds: strictCalls.length * inputs + allCalls.length * answers, violations: [...refusals, ...leaks] }
  },
})

interface Asked {
  readonly input: Fields
  readonly name: string
  readonly spot: number
}

/** Sends valid input with one unknown field, at any depth. */
const takenFields = async (
  target: Target,
  owner: string,
  call: Call,
  count: number,
  seed: number,
): Promise<string[]> => {
  const token = call.access.kind === 'operator' ? owner : target.token
  const arbitrary = fc.record({ input: validInput(call), name: fc.constantFrom(...STRANGE_NAMES), spot: fc.nat(100) })
  const taken: string[] = []
  for (const [index, each] of fc.sample(arbitrary, { numRuns: count, seed }).entries()) {
    const input = withField(each)
    const headers = { [FORWARDED_FOR]: addressOf(index) }
    const answer = await target.pool.send(callRequest(call, input, { token, key: 'an-unknown-field', headers }))
    const envelope = readEnvelope(answer)
    const isAboutInput = envelope?.code === ErrorCode.SHOW_ERROR_TIP && envelope.msg.startsWith('参数有误')
    if (!isAboutInput) taken.push(`${call.path} took ${JSON.stringify(input).slice(0, 200)}: ${describe(answer)}`)
  }
  return taken
}

const withField = ({ input, name, spot }: Asked): Fields => {
  const copy = structuredClone(input)
  const objects = objectsIn(copy)
  const chosen = objects[spot % objects.length] as Fields
  chosen[name] = 'x'
  return copy
}

const objectsIn = (value: unknown): Fields[] => {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inside : [value as Fields, ...inside]
}

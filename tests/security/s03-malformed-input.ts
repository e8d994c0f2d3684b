import { allCalls } from '@yunji/contract/calls'
import type { Call, Envelope } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { definePromise } from '@yunji/testkit/promise'
import { openRawConnection, type RawConnection } from '@yunji/testkit/raw-connection'
import type { RawResponse } from '@yunji/testkit/raw-http'
import { differences, digestTables } from '@yunji/testkit/table-digest'
import * as fc from 'fast-check'
import { describe, hasReadableText, readEnvelope } from '../support/envelope.ts'
import { endSchedules, type Target, withSharedTarget } from '../support/target.ts'
import { type Attack, malformedRequest, strangeRequest } from './hostile-requests.ts'

const CONNECTIONS = 8
const CALLS_PER_DIGEST = 20
/** Limit of the answer to an invalid request. */
const LONGEST_ANSWER = 4_000

export const promise = definePromise({
  id: 'S3',
  name: 's3_malformed_requests',
  title: 'malformed requests get a code and a readable text, never a server error, and write nothing',
  isSeededByDay: true,
  sizes: {
    small: { malformed: 8, strange: 2 },
    short: { malformed: 20, strange: 4 },
    long: { malformed: 4_500, strange: 500 },
  },
  run: ({ size: counts, seed, log }) =>
    withSharedTarget(async (target) => {
      await endSchedules(target)
      const violations: string[] = []
      let rounds = 0
      let before = await digestTables(target.databaseUrl)
      for (const [index, call] of allCalls.entries()) {
        const malformed = fc.sample(malformedRequest(call, target.token), {
          numRuns: counts.malformed,
          seed: seed + index,
        })
        violations.push(...(await attackAll(target, call, malformed)))
        rounds += malformed.length
        // The digest reads every table, so it is taken only after some calls.
        if (index % CALLS_PER_DIGEST > 0 && index < allCalls.length - 1) continue
        const after = await digestTables(target.databaseUrl)
        const written = differences(before, after)
        violations.push(
          ...written.map((text) => `${call.path}, or one of ${CALLS_PER_DIGEST} before it, wrote: ${text}`),
        )
        before = after
      }
      for (const [index, call] of allCalls.entries()) {
        const strange = strangeRequest(call, target.token)
        const odd = strange ? fc.sample(strange, { numRuns: counts.strange, seed: seed + index }) : []
        violations.push(...(await attackAll(target, call, odd)))
        rounds += odd.length
      }
      violations.push(...(await target.failures()).map((line) => `the server logged ${line.slice(0, 400)}`))
      log(`${rounds} requests to ${allCalls.length} calls`)
      return { rounds, violations }
    }),
})

/** Uses a few keep-alive connections. */
const attackAll = async ({ port }: Target, call: Call, attacks: readonly Attack[]): Promise<string[]> => {
  const queue = [...attacks]
  const violations: string[] = []
  const work = async (): Promise<void> => {
    let wire: RawConnection | undefined
    for (let attack = queue.pop(); attack; attack = queue.pop()) {
      if (attack.isRaw) wire?.close()
      if (!wire?.isOpen) wire = await openRawConnection(port)
      const verdict = await tryAttack(wire, attack)
      // After malformed HTTP the connection's state is undefined.
      if (attack.isRaw) wire.close()
      if (verdict) violations.push(`${call.path}, ${attack.kind}: ${verdict} to ${shown(attack)}`)
    }
    wire?.close()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return violations
}

const tryAttack = async (wire: RawConnection, attack: Attack): Promise<string | undefined> => {
  try {
    return faultOf(await wire.exchange(attack.bytes, { isHead: attack.isHead }), attack)
  } catch (error) {
    wire.close()
    return (error as Error).message
  }
}

const faultOf = (answer: RawResponse, attack: Attack): string | undefined => {
  if (answer.status >= 500) return `a server error, ${describe(answer)},`
  if (attack.isHead) return answer.status === 404 ? undefined : `${answer.status}`
  if (attack.isRaw && answer.status === 400 && answer.body === '') return undefined
  const envelope = readEnvelope(answer)
  if (!envelope) return `no envelope, ${describe(answer)},`
  if (!hasReadableText(envelope)) return `unreadable text, ${describe(answer)},`
  if (answer.body.length > LONGEST_ANSWER) return `${answer.body.length} characters of answer`
  if (attack.mustRefuse && reachedHandler(envelope)) return `taken, ${describe(answer)},`
  return undefined
}

const reachedHandler = ({ code }: Envelope): boolean => code === ErrorCode.OK

const shown = ({ bytes }: Attack): string => JSON.stringify(bytes.toString('latin1').slice(0, 700))

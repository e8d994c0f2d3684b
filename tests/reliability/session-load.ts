import { setTimeout as delay } from 'node:timers/promises'
import { login, logoutUser } from '@yunji/contract/accounts/session/calls'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import type { Random } from '@yunji/testkit/random'
import type { RawResponse } from '@yunji/testkit/raw-http'
import { jsonPost, type RawRequest } from '@yunji/testkit/raw-http'
import type { Account } from '../support/accounts.ts'
import { addressOf, FORWARDED_FOR } from '../support/call-request.ts'
import { describe, hasReadableText, readEnvelope } from '../support/envelope.ts'

export type Send = (request: RawRequest) => Promise<RawResponse>

/** Acknowledged state of a token. */
type Fact = 'open' | 'closed'

interface LoadParts {
  readonly send: Send
  readonly accounts: readonly Account[]
  readonly random: Random
  /** Fractions of the requests; the rest reads. */
  readonly share: { readonly logins: number; readonly logouts: number }
  /** Whether 503 is acceptable. */
  readonly mayBeUnavailable: boolean
}

const PAUSE_AFTER_REFUSAL_MS = 20

/** Logins, logouts and reads, with a record of everything acknowledged. */
export const createSessionLoad = ({ send, accounts, random, share, mayBeUnavailable }: LoadParts) => {
  const facts = new Map<string, Fact>()
  const openTokens: string[] = []
  const violations: string[] = []
  const count = { sent: 0, logins: 0, acknowledged: 0, refused: 0 }
  let turn = 0

  const addOpen = (token: string): void => {
    facts.set(token, 'open')
    openTokens.push(token)
  }

  /** The envelope's data when the call was acknowledged, `undefined` otherwise. */
  const call = async (request: RawRequest): Promise<unknown> => {
    count.sent += 1
    try {
      const answer = await send(request)
      const envelope = readEnvelope(answer)
      if (answer.status === 200 && envelope?.code === ErrorCode.OK) {
        count.acknowledged += 1
        return envelope.data
      }
      const isHonest = answer.status === 503 && envelope && hasReadableText(envelope)
      if (!mayBeUnavailable || !isHonest) violations.push(`${request.path} answered ${describe(answer)}`)
    } catch (error) {
      violations.push(`${request.path}: ${(error as Error).message}`)
    }
    count.refused += 1
    await delay(PAUSE_AFTER_REFUSAL_MS)
    return undefined
  }

  const logIn = async (): Promise<void> => {
    turn += 1
    count.logins += 1
    const { mobilePhone, password } = accounts[turn % accounts.length] as Account
    const headers = { [FORWARDED_FOR]: addressOf(turn) }
    const data = await call(jsonPost(login.path, { mobilePhone, password }, headers))
    if (data !== undefined) addOpen((data as { token: string }).token)
  }
  const logOut = async (token: string): Promise<void> => {
    // Unknown until the answer arrives.
    facts.delete(token)
    if ((await call(jsonPost(logoutUser.path, {}, { token }))) !== undefined) facts.set(token, 'closed')
  }
  const takeOpen = (): string | undefined => openTokens.splice(random.integer(0, openTokens.length - 1), 1)[0]

  const step = async (): Promise<void> => {
    const chance = random.next()
    const token = chance < share.logins || openTokens.length === 0 ? undefined : takeOpen()
    if (token === undefined) return logIn()
    if (chance < share.logins + share.logouts) return logOut(token)
    await call({ method: 'GET', path: getUserInfo.path, headers: { token } })
    openTokens.push(token)
  }

  return {
    addOpen,
    count,
    facts: facts as ReadonlyMap<string, Fact>,
    violations,
    /** Runs `workers` in parallel until `isOver`. */
    async runUntil(isOver: () => boolean, workers: number, pauseMs = 0): Promise<void> {
      const work = async (): Promise<void> => {
        while (!isOver()) {
          await step()
          if (pauseMs > 0) await delay(pauseMs)
        }
      }
      await Promise.all(Array.from({ length: workers }, work))
    },
  }
}

export type SessionLoad = ReturnType<typeof createSessionLoad>

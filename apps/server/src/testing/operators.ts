import { randomBytes } from 'node:crypto'
import type { Envelope } from '@yunji/contract/wire/call'
import type { OperatorRole, OperatorStep } from '@yunji/contract/wire/operator-roles'
import { Secret, TOTP } from 'otpauth'
import { newOperatorSession } from '../platform/operators/operators.ts'
import { operatorSessions, operators } from '../tables/operators.ts'
import { hashCheaply } from './cheap-hash.ts'
import type { ServerHarness } from './server-harness.ts'

const OPERATOR_PATH = '/vmcloud/api/operator'

export interface LoginAnswer {
  readonly token: string
  readonly step: OperatorStep
}

let last = 0

/** Operators of a test: each with a first password, and logins by the real calls. */
export const createOperatorHarness = (server: ServerHarness) => {
  const { db } = server.database

  const add = async (role: OperatorRole, fields: Partial<typeof operators.$inferInsert> = {}) => {
    last += 1
    const name = fields.name ?? `${role}-${last}`
    const password = `first-password-${last}`
    const row = { name, role, passwordHash: await hashCheaply(password), createdAt: server.clock.now(), ...fields }
    const [added] = await db.insert(operators).values(row).returning({ id: operators.id })
    return { id: added?.id ?? 0, name, password }
  }

  /** A session that is ready, without its steps. */
  const addReady = async (role: OperatorRole) => {
    const facts = { mustChangePassword: false, totpSecret: 'sealed', totpConfirmedAt: server.clock.now() }
    const operator = await add(role, facts)
    const { token, row } = newOperatorSession(server.clock)
    const session = { ...row, operatorId: operator.id, provedAt: row.createdAt, origin: randomBytes(16) }
    const [added] = await db.insert(operatorSessions).values(session).returning({ id: operatorSessions.id })
    return { ...operator, token, sessionId: added?.id ?? 0 }
  }

  const post = (name: string, body: object, token?: string, address?: string): Promise<Envelope> =>
    server.post(`${OPERATOR_PATH}/${name}`, body, { ...(token && { token }), ...(address && { address }) })

  const get = (name: string, token: string): Promise<Envelope> => server.get(`${OPERATOR_PATH}/${name}`, { token })

  const logIn = (name: string, password: string, address?: string): Promise<Envelope> =>
    post('logIn', { name, password }, undefined, address)

  /** Code of an authenticator whose clock is `skewMs` ahead. */
  const totpOf = (secret: string, skewMs = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now().getTime() + skewMs })

  /** Goes through every step by the real calls. */
  const enrol = async (name: string, password: string) => {
    const { token } = (await logIn(name, password)).data as LoginAnswer
    const own = `own-password-of-${name}`
    await post('changePassword', { oldPassword: password, newPassword: own }, token)
    const { secret } = (await post('beginSecondFactor', {}, token)).data as { secret: string }
    const { data } = await post('confirmSecondFactor', { totp: totpOf(secret) }, token)
    const { recoveryCodes } = data as { recoveryCodes: string[] }
    return { token, password: own, secret, recoveryCodes }
  }

  return { add, addReady, post, get, logIn, totpOf, enrol }
}

import { randomBytes } from 'node:crypto'
import { allCalls } from '@yunji/contract/calls'
import { type Call, isOpenTo } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { type OperatorRole, operatorRoles, rightsOfRole } from '@yunji/contract/wire/operator-roles'
import { header } from '@yunji/contract/wire/request'
import { type SideRoute, sideRoutes } from '@yunji/contract/wire/side-routes'
import type { RawRequest } from '@yunji/testkit/raw-http'
import { differences, digestTables } from '@yunji/testkit/table-digest'
import { withClient } from '@yunji/testkit/with-client'
import * as fc from 'fast-check'
import { tokenHash } from '../support/accounts.ts'
import { addressOf, type CallFields, callRequest, FORWARDED_FOR } from '../support/call-request.ts'
import { describe, readEnvelope } from '../support/envelope.ts'
import type { Target } from '../support/target.ts'
import { validInput } from './from-schema.ts'

interface Stranger {
  readonly name: string
  readonly token?: string
  /** Undefined: nobody's session, or one that is over. */
  readonly role?: OperatorRole
  readonly isUnready?: true
}

interface SessionFields {
  readonly mustChangePassword?: boolean
  readonly hasSecondFactor?: boolean
  readonly isProved?: boolean
  readonly isDisabled?: boolean
  readonly isEnded?: boolean
  /** Minutes since the last use, and since the login. */
  readonly idleMinutes?: number
  readonly ageMinutes?: number
}

/** A session of a new operator; returns its token. */
export const addOperator = async (url: string, name: string, role: OperatorRole, fields: SessionFields = {}) => {
  const { mustChangePassword = false, hasSecondFactor = true, isProved = true, isDisabled = false } = fields
  const { isEnded = false, idleMinutes = 0, ageMinutes = 0 } = fields
  const token = randomBytes(32).toString('base64url')
  await withClient(url, (client) =>
    client.query(
      `with operator as (
         insert into operators (name, role, password_hash, must_change_password, totp_secret, totp_confirmed_at, disabled_at,
           created_at)
         values ($1, $2, 'none', $3, $4, case when $4::text is null then null else now() end,
           case when $5 then now() end, now()) returning id
       )
       insert into operator_sessions (operator_id, token_hash, created_at, last_used_at, expires_at, proved_at, ended_at, origin)
       select id, $6, now(), now() - make_interval(mins => $7), now() + interval '12 hours' - make_interval(mins => $8),
         case when $9 then now() end, case when $10 then now() end, sha256('origin') from operator`,
      [
        name,
        role,
        mustChangePassword,
        hasSecondFactor ? 'sealed' : null,
        isDisabled,
        tokenHash(token),
        idleMinutes,
        ageMinutes,
        isProved,
        isEnded,
      ],
    ),
  )
  return token
}

const addStrangers = async ({ databaseUrl: url, token }: Target): Promise<Stranger[]> => {
  const unready = async (name: string, fields: SessionFields): Promise<Stranger> => ({
    name: `an owner ${name}`,
    token: await addOperator(url, `unready-${name.replaceAll(' ', '-')}`, 'owner', fields),
    role: 'owner',
    isUnready: true,
  })
  const over = async (name: string, fields: SessionFields): Promise<Stranger> => ({
    name: `an owner with a session that is ${name}`,
    token: await addOperator(url, `over-${name}`, 'owner', fields),
  })
  const roles = operatorRoles.filter((role) => role !== 'owner')
  return [
    { name: 'nobody' },
    { name: 'a customer', token },
    { name: 'somebody who guesses', token: randomBytes(32).toString('base64url') },
    ...(await Promise.all(
      roles.map(async (role) => ({ name: `a ${role}`, token: await addOperator(url, `a-${role}`, role), role })),
    )),
    await unready('before the second factor', { isProved: false }),
    await unready('with a first password', { mustChangePassword: true }),
    await unready('without second factor', { hasSecondFactor: false, isProved: false }),
    await over('disabled', { isDisabled: true }),
    await over('ended', { isEnded: true }),
    await over('idle', { idleMinutes: 31 }),
    await over('old', { ageMinutes: 13 * 60 }),
  ]
}

interface Route {
  readonly path: string
  readonly access: Extract<Call['access'], { kind: 'operator' }>
  request(options: { token?: string; headers: Record<string, string> }, seed: number): RawRequest
}

const ofOperators = ({ access }: Pick<Call, 'access'>): boolean => access.kind === 'operator'

const operatorRoutes = (): Route[] => [
  ...allCalls.filter(ofOperators).map((call) => {
    // One for all strangers: long lists take their time to be made up.
    let input: object | undefined
    return {
      path: call.path,
      access: call.access as Route['access'],
      request: (options: Parameters<Route['request']>[0], seed: number) => {
        input ??= fc.sample(validInput(call), { numRuns: 1, seed })[0] ?? {}
        return callRequest(call, input as CallFields, options)
      },
    }
  }),
  ...Object.values<SideRoute>(sideRoutes)
    .filter(({ access }) => access.kind === 'operator')
    .map(({ path, method, access }) => ({
      path,
      access: access as Route['access'],
      request: ({ token, headers }: Parameters<Route['request']>[0]) => ({
        method,
        path: path.replaceAll(/:\w+/g, '1'),
        headers: { ...headers, 'content-type': 'image/png', ...(token !== undefined && { [header.token]: token }) },
        body: 'no picture',
      }),
    })),
]

/** Code of the refusal; undefined where the call is open to the stranger. */
const refusalCode = ({ role, isUnready }: Stranger, { access }: Route): number | undefined => {
  const { right, orRights, isAnyStep } = access
  if (role === undefined) return ErrorCode.LOGIN_TOKEN_INVALID
  if (isUnready) return isAnyStep ? undefined : ErrorCode.LOGIN_TOKEN_INVALID
  const isAdmitted = right === null || rightsOfRole[role].some((held) => held === right || orRights.includes(held))
  return isAdmitted ? undefined : ErrorCode.SHOW_ERROR_TIP
}

const LEFT_OUT = { operator_sessions: ['last_used_at'], sessions: ['renewed_at', 'expires_at'] }
const AUDIT = 'operator_audit'

const countDone = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(`select count(*)::int as done from operator_audit where outcome = 'done'`)
    return (rows[0] as { done: number }).done
  })

/** Closes grants of the past, as a periodic job does at any moment: here it would look like the doing of a call. */
const closeLateGrants = (url: string): Promise<unknown> =>
  withClient(url, (client) =>
    client.query(`update device_grants set state = 'expired' where state = 'active' and expires_at < now()`),
  )

/** Changes while the work runs, but for refusals in the audit log. */
const changesBy = async (url: string, work: () => Promise<void>): Promise<string[]> => {
  const before = await digestTables(url, { without: LEFT_OUT })
  const done = await countDone(url)
  await work()
  const changes = differences(before, await digestTables(url, { without: LEFT_OUT }))
  const added = (await countDone(url)) - done
  return [
    ...changes.filter((text) => !text.startsWith(AUDIT)),
    ...(added === 0 ? [] : [`${added} rows of the audit log say that something was done`]),
  ]
}

/** Every operator's call is refused to everybody without its right, and no customer's call takes an operator's token. */
export const verifyOperatorMatrix = async (
  target: Target,
  seed: number,
  log: (text: string) => void,
): Promise<{ rounds: number; violations: string[] }> => {
  const { databaseUrl, pool } = target
  const violations: string[] = []
  const routes = operatorRoutes()
  let rounds = 0
  const sendAll = async (stranger: Stranger): Promise<void> => {
    for (const route of routes) {
      const code = refusalCode(stranger, route)
      if (code === undefined) continue
      rounds += 1
      const { token } = stranger
      const headers = { [FORWARDED_FOR]: addressOf(rounds) }
      const answer = await pool.send(route.request({ ...(token !== undefined && { token }), headers }, seed))
      if (readEnvelope(answer)?.code !== code)
        violations.push(`${stranger.name} asks ${route.path}: ${describe(answer)}, not ${code}`)
    }
  }
  await closeLateGrants(databaseUrl)
  for (const stranger of await addStrangers(target)) {
    const changes = await changesBy(databaseUrl, () => sendAll(stranger))
    violations.push(...changes.map((text) => `${stranger.name}: ${text}`))
  }
  const owner = await addOperator(databaseUrl, 'a-real-owner', 'owner')
  violations.push(...(await ownerIsRefused(target, owner)))
  const closed = allCalls.filter((call) => !ofOperators(call) && !isOpenTo(call.access))
  const changes = await changesBy(databaseUrl, async () => {
    for (const call of closed) {
      rounds += 1
      const [input = {}] = fc.sample(validInput(call), { numRuns: 1, seed })
      const options = { token: owner, key: `operators-${rounds}`, headers: { [FORWARDED_FOR]: addressOf(rounds) } }
      const answer = await pool.send(callRequest(call, input, options))
      if (readEnvelope(answer)?.code !== ErrorCode.LOGIN_TOKEN_INVALID)
        violations.push(`an owner asks the customers' ${call.path}: ${describe(answer)}`)
    }
  })
  violations.push(...changes.map((text) => `an owner as a customer: ${text}`))
  log(`operators: ${rounds} requests, ${routes.length} routes`)
  return { rounds, violations }
}

/** The owner reaches a call, so that the refusals of others say something. */
const ownerIsRefused = async ({ pool }: Target, token: string): Promise<string[]> => {
  const call = allCalls.find(({ path }) => path.endsWith('/operator/getOperators'))
  if (!call) return ['there is no getOperators']
  const answer = await pool.send(callRequest(call, {}, { token }))
  return readEnvelope(answer)?.code === ErrorCode.OK ? [] : [`an owner is refused ${call.path}: ${describe(answer)}`]
}

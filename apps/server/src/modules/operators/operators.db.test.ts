import type { Envelope } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { rightsOfRole } from '@yunji/contract/wire/operator-roles'
import { eventually } from '@yunji/testkit/eventually'
import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { joinTransaction } from '../../platform/operators/audit.ts'
import { createOperators } from '../../platform/operators/operators.ts'
import { operatorAudit, operatorSessions, operators } from '../../tables/operators.ts'
import { hashCheaply } from '../../testing/cheap-hash.ts'
import { createOperatorHarness, type LoginAnswer } from '../../testing/operators.ts'
import { createPeople } from '../../testing/people.ts'
import { OPERATOR_TOKEN } from '../../testing/server-harness.ts'
import { useServer } from '../../testing/use-server.ts'
import { recoverOperator, resetOperator, seedOwner } from './manage-operators.ts'
import { lockById } from './store.ts'

const server = await useServer()
const harness = createOperatorHarness(server)
const { add, addReady, post, get, logIn, totpOf, enrol } = harness

const {
  OK,
  OLD_PASSWORD_WRONG,
  SHOW_ERROR_TIP,
  LOGIN_TOKEN_INVALID,
  PASSWORD_VERIFICATION_FAILED,
  VERIFICATION_CODE_WRONG,
} = ErrorCode
const STEP_MS = 30_000

const lastAudit = async () =>
  (await server.database.db.select().from(operatorAudit).orderBy(desc(operatorAudit.id)).limit(1))[0]

describe('the first login of an operator', () => {
  it('goes through the steps, and reaches other calls only after the last', async () => {
    const { id, name, password } = await add('support')
    const login = await logIn(name, password)
    const { token, step } = login.data as LoginAnswer
    expect(login.data).toMatchObject({ step: 'changePassword', operator: { operatorId: id, name, role: 'support' } })
    expect(step).toBe('changePassword')
    expect(await get('getTickets', token)).toMatchObject({ code: LOGIN_TOKEN_INVALID, data: { step } })
    expect(await post('beginSecondFactor', {}, token)).toMatchObject({ code: LOGIN_TOKEN_INVALID, data: { step } })

    const newPassword = 'a-password-of-my-own'
    expect((await post('changePassword', { oldPassword: password, newPassword: password }, token)).code).toBe(
      SHOW_ERROR_TIP,
    )
    expect((await post('changePassword', { oldPassword: 'wrong', newPassword }, token)).code).toBe(
      ErrorCode.OLD_PASSWORD_WRONG,
    )
    expect((await post('changePassword', { oldPassword: password, newPassword }, token)).code).toBe(OK)
    expect((await get('getSelf', token)).data).toMatchObject({ step: 'enrolSecondFactor' })

    const begun = (await post('beginSecondFactor', {}, token)).data as { secret: string; uri: string }
    expect(begun.uri).toContain(`secret=${begun.secret}`)
    expect((await post('confirmSecondFactor', { totp: '000000' }, token)).code).toBe(VERIFICATION_CODE_WRONG)
    const confirmed = await post('confirmSecondFactor', { totp: totpOf(begun.secret) }, token)
    expect((confirmed.data as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10)
    const self = await get('getSelf', token)
    expect(self.data).toEqual({
      operator: { operatorId: id, name, role: 'support' },
      displayName: name,
      rights: rightsOfRole.support,
      step: 'ready',
    })
    expect((await get('getTickets', token)).code).toBe(OK)
  })

  it('stores neither password, token, secret nor recovery code in the clear', async () => {
    const { name, password } = await add('finance')
    const { token, secret, recoveryCodes, password: own } = await enrol(name, password)
    const tables = ['operators', 'operator_sessions', 'operator_recovery_codes', 'operator_audit']
    const texts: string[] = []
    for (const table of tables) {
      const { rows } = await server.database.pool.query(`select t::text as text from ${table} t`)
      texts.push(...rows.map((row) => row.text as string))
    }
    const found = [token, secret, own, ...recoveryCodes].filter((text) => texts.some((row) => row.includes(text)))
    expect(found).toEqual([])
  })

  it('ends the other sessions with the first password', async () => {
    const { name, password } = await add('support')
    const first = ((await logIn(name, password)).data as LoginAnswer).token
    const second = ((await logIn(name, password)).data as LoginAnswer).token
    await post('changePassword', { oldPassword: password, newPassword: 'another-long-one' }, second)
    expect((await get('getSelf', first)).code).toBe(LOGIN_TOKEN_INVALID)
    expect((await get('getSelf', second)).code).toBe(OK)
  })
})

describe('logging in', () => {
  it('answers an unknown name, a wrong password and a disabled operator alike', async () => {
    const { name } = await add('support')
    const disabled = await add('support', { disabledAt: server.clock.now() })
    const answers = [
      await logIn('nobody-here', 'x'),
      await logIn(name, 'wrong'),
      await logIn(disabled.name, disabled.password),
    ]
    const { code, msg } = answers[0] as (typeof answers)[0]
    expect(code).toBe(PASSWORD_VERIFICATION_FAILED)
    expect(answers.map((answer) => [answer.code, answer.msg])).toEqual(answers.map(() => [code, msg]))
  })

  it('answers a name that lower case makes longer like any other', async () => {
    for (const name of ['İ'.repeat(64), '😀'.repeat(32)])
      expect((await logIn(name, 'x')).code).toBe(PASSWORD_VERIFICATION_FAILED)
  })

  it('is closed to an address after five wrong passwords, and open to others', async () => {
    const { name, password } = await add('support')
    const address = '203.0.113.7'
    for (let tried = 0; tried < 5; tried += 1) await logIn(name, 'wrong', address)
    expect(await logIn(name, password, address)).toMatchObject({
      code: SHOW_ERROR_TIP,
      msg: expect.stringMatching(/15 分钟/),
    })
    expect((await logIn(name, password)).code).toBe(OK)
    server.clock.advance(15 * MINUTE_MS)
    expect((await logIn(name, password, address)).code).toBe(OK)
  })

  it('closes an unknown name alike', async () => {
    const address = '203.0.113.8'
    for (let tried = 0; tried < 5; tried += 1) await logIn('ghost', 'wrong', address)
    expect((await logIn('ghost', 'wrong', address)).msg).toMatch(/15 分钟/)
  })

  it('lets no five tries pass at once that were to be one after the other', async () => {
    const { name, password } = await add('support')
    const address = '203.0.113.9'
    const tries = await Promise.all(Array.from({ length: 12 }, () => logIn(name, 'wrong', address)))
    expect(tries.filter(({ code }) => code === PASSWORD_VERIFICATION_FAILED)).toHaveLength(5)
    expect((await logIn(name, password, address)).code).toBe(SHOW_ERROR_TIP)
  })

  it('is closed to strangers after twenty wrong passwords, but not where the operator works', async () => {
    const { name, password } = await add('support')
    const home = '198.51.100.1'
    const { token } = (await logIn(name, password, home)).data as LoginAnswer
    await post('changePassword', { oldPassword: password, newPassword: 'a-long-password' }, token, home)
    const { secret } = (await post('beginSecondFactor', {}, token, home)).data as { secret: string }
    await post('confirmSecondFactor', { totp: totpOf(secret) }, token, home)
    for (let tried = 0; tried < 20; tried += 1) await logIn(name, 'wrong', `192.0.2.${tried}`)
    expect((await logIn(name, 'a-long-password', '192.0.2.99')).code).toBe(SHOW_ERROR_TIP)
    expect((await logIn(name, 'a-long-password', home)).code).toBe(OK)
    server.clock.advance(HOUR_MS)
    expect((await logIn(name, 'a-long-password', '192.0.2.99')).code).toBe(OK)
  })
})

/** Runs `meanwhile` in a transaction that holds the operator's row, once `call` waits for it after its checks. */
const whileHeld = async (
  operatorId: number,
  call: () => Promise<Envelope>,
  meanwhile: (tx: Tx) => Promise<unknown>,
) => {
  const { db, pool } = server.database
  const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const [answer] = await db.transaction(async (tx) => {
    await lockById(tx, operatorId)
    const answered = call()
    await eventually(async () => expect((await pool.query(isWaiting)).rowCount).toBe(1))
    await meanwhile(tx)
    return [answered] as const
  })
  return answer
}

const resetIn = (operatorId: number, what: 'password' | 'secondFactor') => (tx: Tx) =>
  resetOperator({ database: joinTransaction(server.database, tx), clock: server.clock })({ operatorId, what })

describe('a reset while a password or code is checked', () => {
  it('lets no login begin with the old password', async () => {
    const { id, name, password } = await add('support')
    const answer = await whileHeld(id, () => logIn(name, password), resetIn(id, 'password'))
    expect(answer.code).toBe(PASSWORD_VERIFICATION_FAILED)
    expect(await server.database.db.$count(operatorSessions, eq(operatorSessions.operatorId, id))).toBe(0)
  })

  it('stands, whatever password its session was changing to', async () => {
    const { id, name, password } = await add('support')
    const { token } = (await logIn(name, password)).data as LoginAnswer
    const change = { oldPassword: password, newPassword: 'a-password-of-my-own' }
    const answer = await whileHeld(id, () => post('changePassword', change, token), resetIn(id, 'password'))
    expect(answer.code).toBe(LOGIN_TOKEN_INVALID)
    expect((await logIn(name, change.newPassword)).code).toBe(PASSWORD_VERIFICATION_FAILED)
  })

  it('leaves the password alone that another window has set', async () => {
    const { id, name, password } = await add('support')
    const { token } = (await logIn(name, password)).data as LoginAnswer
    const change = { oldPassword: password, newPassword: 'a-password-of-my-own' }
    const passwordHash = await hashCheaply('of-another-window')
    const answer = await whileHeld(
      id,
      () => post('changePassword', change, token),
      (tx) => tx.update(operators).set({ passwordHash }).where(eq(operators.id, id)),
    )
    expect(answer.code).toBe(ErrorCode.OLD_PASSWORD_WRONG)
    expect((await logIn(name, 'of-another-window')).code).toBe(OK)
  })

  it('enrols no second factor whose secret is gone', async () => {
    const { id, name, password } = await add('support', { mustChangePassword: false })
    const { token } = (await logIn(name, password)).data as LoginAnswer
    const { secret } = (await post('beginSecondFactor', {}, token)).data as { secret: string }
    const confirm = () => post('confirmSecondFactor', { totp: totpOf(secret) }, token)
    const begunAgain = await whileHeld(id, confirm, (tx) =>
      tx.update(operators).set({ totpSecret: 'another' }).where(eq(operators.id, id)),
    )
    expect(begunAgain.code).toBe(VERIFICATION_CODE_WRONG)
    const again = (await post('beginSecondFactor', {}, token)).data as { secret: string }
    const totp = totpOf(again.secret)
    const reset = await whileHeld(id, () => post('confirmSecondFactor', { totp }, token), resetIn(id, 'secondFactor'))
    expect(reset.code).toBe(LOGIN_TOKEN_INVALID)
    const [row] = await server.database.db.select().from(operators).where(eq(operators.id, id))
    expect(row).toMatchObject({ totpSecret: null, totpConfirmedAt: null })
  })
})

describe('the second factor', () => {
  const atSecondStep = async () => {
    const { name, password } = await add('support')
    const enrolled = await enrol(name, password)
    server.clock.advance(2 * STEP_MS)
    const { token, step } = (await logIn(name, enrolled.password)).data as LoginAnswer
    return { ...enrolled, name, token, step }
  }

  it('is needed after the password, which cannot be changed without it', async () => {
    const { token, step, secret, password } = await atSecondStep()
    expect(step).toBe('secondFactor')
    const change = { oldPassword: password, newPassword: 'a-thief-would-like' }
    expect(await post('changePassword', change, token)).toMatchObject({ code: LOGIN_TOKEN_INVALID, data: { step } })
    expect(await post('beginSecondFactor', {}, token)).toMatchObject({ code: LOGIN_TOKEN_INVALID, data: { step } })
    expect(await get('getTickets', token)).toMatchObject({ code: LOGIN_TOKEN_INVALID, data: { step } })
    expect((await post('proveSecondFactor', { totp: totpOf(secret) }, token)).code).toBe(OK)
    expect((await get('getTickets', token)).code).toBe(OK)
  })

  it('takes each code once, for all sessions', async () => {
    const { token, secret, name, password } = await atSecondStep()
    const totp = totpOf(secret)
    const other = ((await logIn(name, password)).data as LoginAnswer).token
    const answers = await Promise.all([
      post('proveSecondFactor', { totp }, token),
      post('proveSecondFactor', { totp }, other),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([OK, VERIFICATION_CODE_WRONG].toSorted())
  })

  it.each([
    ['a step behind', -STEP_MS, OK],
    ['a step ahead', STEP_MS, OK],
    ['two steps behind', -2 * STEP_MS, VERIFICATION_CODE_WRONG],
    ['two steps ahead', 2 * STEP_MS, VERIFICATION_CODE_WRONG],
  ])('takes a clock that is %s: %i ms, %i', async (_name, skewMs, code) => {
    const { token, secret } = await atSecondStep()
    // Away from the code that enrolled it, which is used.
    server.clock.advance(4 * STEP_MS)
    expect((await post('proveSecondFactor', { totp: totpOf(secret, skewMs) }, token)).code).toBe(code)
  })

  it('renews the recovery codes for who gives the password and a code', async () => {
    const { name, password } = await add('support')
    const { token, secret, recoveryCodes, password: own } = await enrol(name, password)
    server.clock.advance(60_000)
    const renew = (change: object = {}) =>
      post('renewSecondFactor', { password: own, totp: totpOf(secret), what: 'recoveryCodes', ...change }, token)
    expect((await renew({ password: 'not the password' })).code).toBe(OLD_PASSWORD_WRONG)
    const other = totpOf(secret) === '000000' ? '111111' : '000000'
    expect((await renew({ totp: other })).code).toBe(VERIFICATION_CODE_WRONG)
    const { code, data } = await renew()
    expect(code).toBe(OK)
    expect(await lastAudit()).toMatchObject({ call: 'renewSecondFactor', after: { what: 'recoveryCodes' } })
    expect((await renew()).code).toBe(VERIFICATION_CODE_WRONG)
    const [fresh] = (data as { recoveryCodes: string[] }).recoveryCodes
    const again = ((await logIn(name, own)).data as LoginAnswer).token
    expect((await post('proveSecondFactor', { recoveryCode: recoveryCodes[0] }, again)).code).toBe(
      VERIFICATION_CODE_WRONG,
    )
    expect((await post('proveSecondFactor', { recoveryCode: fresh }, again)).code).toBe(OK)
  })

  it('is enrolled anew by its operator, whose other sessions end', async () => {
    const { name, password } = await add('support')
    const { token, secret, password: own } = await enrol(name, password)
    server.clock.advance(60_000)
    const other = ((await logIn(name, own)).data as LoginAnswer).token
    const body = { password: own, totp: totpOf(secret), what: 'secondFactor' }
    expect(await post('renewSecondFactor', body, token)).toMatchObject({ code: OK, data: { recoveryCodes: [] } })
    expect((await get('getSelf', other)).code).toBe(LOGIN_TOKEN_INVALID)
    expect((await get('getSelf', token)).data).toMatchObject({ step: 'enrolSecondFactor' })
    const begun = (await post('beginSecondFactor', {}, token)).data as { secret: string }
    expect(begun.secret).not.toBe(secret)
    expect((await post('confirmSecondFactor', { totp: totpOf(begun.secret) }, token)).code).toBe(OK)
    expect((await get('getSelf', token)).data).toMatchObject({ step: 'ready' })
  })

  it('takes each recovery code once, in any case and without its dash', async () => {
    const { token, recoveryCodes, name, password } = await atSecondStep()
    const [recoveryCode = ''] = recoveryCodes
    const typed = recoveryCode.toUpperCase().replace('-', '')
    expect((await post('proveSecondFactor', { recoveryCode: typed }, token)).code).toBe(OK)
    expect(await lastAudit()).toMatchObject({ call: 'proveSecondFactor', after: { recoveryCodesLeft: 9 } })
    const again = ((await logIn(name, password)).data as LoginAnswer).token
    expect((await post('proveSecondFactor', { recoveryCode }, again)).code).toBe(VERIFICATION_CODE_WRONG)
  })

  it('wants one of the two', async () => {
    const { token, secret, recoveryCodes } = await atSecondStep()
    const both = { totp: totpOf(secret), recoveryCode: recoveryCodes[0] }
    expect((await post('proveSecondFactor', both, token)).code).toBe(SHOW_ERROR_TIP)
    expect((await post('proveSecondFactor', {}, token)).code).toBe(SHOW_ERROR_TIP)
  })

  it('is closed after five wrong codes, for a quarter of an hour', async () => {
    const { token, secret } = await atSecondStep()
    for (let tried = 0; tried < 5; tried += 1) await post('proveSecondFactor', { totp: '000000' }, token)
    expect(await post('proveSecondFactor', { totp: totpOf(secret) }, token)).toMatchObject({
      code: SHOW_ERROR_TIP,
      msg: expect.stringMatching(/15 分钟/),
    })
    server.clock.advance(15 * MINUTE_MS)
    expect((await post('proveSecondFactor', { totp: totpOf(secret) }, token)).code).toBe(OK)
  })
})

describe('a session', () => {
  it('ends half an hour after its last use', async () => {
    const { token } = await addReady('support')
    server.clock.advance(20 * MINUTE_MS)
    expect((await get('getSelf', token)).code).toBe(OK)
    server.clock.advance(29 * MINUTE_MS)
    expect((await get('getSelf', token)).code).toBe(OK)
    server.clock.advance(30 * MINUTE_MS)
    expect((await get('getSelf', token)).code).toBe(LOGIN_TOKEN_INVALID)
  })

  it('ends after twelve hours, however busy', async () => {
    const { token } = await addReady('support')
    for (let hour = 0; hour < 47; hour += 1) {
      server.clock.advance(15 * MINUTE_MS)
      expect((await get('getSelf', token)).code).toBe(OK)
    }
    server.clock.advance(15 * MINUTE_MS)
    expect((await get('getSelf', token)).code).toBe(LOGIN_TOKEN_INVALID)
  })

  it('ends at log-out', async () => {
    const { token } = await addReady('support')
    expect((await post('logOut', {}, token)).code).toBe(OK)
    expect((await get('getSelf', token)).code).toBe(LOGIN_TOKEN_INVALID)
  })

  it("is no customer's, nor the other way round", async () => {
    const { token } = await addReady('owner')
    const customer = await createPeople(server, 13_912_340_000).newcomer()
    expect((await get('getSelf', customer.token)).code).toBe(LOGIN_TOKEN_INVALID)
    expect((await server.get('/vmcloud/api/user/getUserInfo', { token })).code).toBe(LOGIN_TOKEN_INVALID)
  })

  it("is listed and ended by its operator, and others' by who may manage operators", async () => {
    const [own, other, owner] = [await addReady('support'), await addReady('finance'), await addReady('owner')]
    const { data } = await get('getOperatorSessions', own.token)
    expect(data).toMatchObject({ records: [{ sessionId: own.sessionId, operatorId: own.id, isCurrent: true }] })
    expect((await get(`getOperatorSessions?operatorId=${other.id}`, own.token)).code).toBe(SHOW_ERROR_TIP)
    expect((await get(`getOperatorSessions?operatorId=${other.id}`, owner.token)).data).toMatchObject({
      records: [{ sessionId: other.sessionId, isCurrent: false, isProved: true }],
    })
    const foreign = await post('endOperatorSession', { sessionId: other.sessionId }, own.token)
    const missing = await post('endOperatorSession', { sessionId: 987_654_321 }, own.token)
    expect([foreign.code, foreign.msg]).toEqual([missing.code, missing.msg])
    expect((await get('getSelf', other.token)).code).toBe(OK)
    expect((await post('endOperatorSession', { sessionId: other.sessionId }, owner.token)).code).toBe(OK)
    expect(await lastAudit()).toMatchObject({
      subject: `operatorSession:${other.sessionId}`,
      before: { operatorId: other.id, name: other.name, endedAt: null },
      after: { operatorId: other.id, endedAt: server.clock.now().toISOString() },
    })
    expect((await get('getSelf', other.token)).code).toBe(LOGIN_TOKEN_INVALID)
  })

  it('is one of twenty: the oldest ends', async () => {
    const { name, password } = await add('support')
    const tokens: string[] = []
    for (let login = 0; login < 21; login += 1) tokens.push(((await logIn(name, password)).data as LoginAnswer).token)
    expect((await get('getSelf', tokens[0] as string)).code).toBe(LOGIN_TOKEN_INVALID)
    expect((await get('getSelf', tokens[1] as string)).code).toBe(OK)
  })
})

describe('managing operators', () => {
  it('adds one, whose password is shown once and works', async () => {
    const owner = await addReady('owner')
    const added = await post('addOperator', { name: 'new-person', role: 'catalogue' }, owner.token)
    const { operatorId, password } = added.data as { operatorId: number; password: string }
    expect((await logIn('new-person', password)).data).toMatchObject({ step: 'changePassword' })
    expect((await post('addOperator', { name: 'new-person', role: 'owner' }, owner.token)).code).toBe(SHOW_ERROR_TIP)
    const { data } = await get('getOperators?rows=100', owner.token)
    expect((data as { records: object[] }).records).toContainEqual(
      expect.objectContaining({ operatorId, name: 'new-person', role: 'catalogue', mustChangePassword: true }),
    )
  })

  it('changes a role at once, without another login', async () => {
    const [owner, person] = [await addReady('owner'), await addReady('support')]
    expect((await get('getFailedRefunds', person.token)).code).toBe(OK)
    expect((await get('getAuditLog', person.token)).code).toBe(SHOW_ERROR_TIP)
    expect((await post('changeOperator', { operatorId: person.id, role: 'readonly' }, owner.token)).code).toBe(OK)
    expect((await get('getAuditLog', person.token)).code).toBe(OK)
    expect((await post('closeTicket', { ticketId: 1 }, person.token)).data).toEqual({ right: 'tickets.answer' })
  })

  it('ends the sessions of a disabled operator at once, for every process', async () => {
    const [owner, person] = [await addReady('owner'), await addReady('support')]
    const elsewhere = createOperators(server.database, server.clock, undefined)
    expect(await elsewhere.find(person.token)).not.toBeNull()
    await post('changeOperator', { operatorId: person.id, isDisabled: true }, owner.token)
    expect(await elsewhere.find(person.token)).toBeNull()
    await post('changeOperator', { operatorId: person.id, isDisabled: false }, owner.token)
    // Enabled again, but the old session stays ended.
    expect(await elsewhere.find(person.token)).toBeNull()
    expect((await logIn(person.name, person.password)).code).toBe(OK)
  })

  it('keeps the last active owner, also when two owners demote each other', async () => {
    await server.database.db.update(operators).set({ role: 'support' })
    const [one, two] = [await addReady('owner'), await addReady('owner')]
    const demote = (operatorId: number, token: string) => post('changeOperator', { operatorId, role: 'support' }, token)
    const answers = await Promise.all([demote(two.id, one.token), demote(one.id, two.token)])
    expect(answers.filter(({ code }) => code === OK)).toHaveLength(1)
    const [last] = await server.database.db.select().from(operators).where(eq(operators.role, 'owner'))
    const { token } = last?.id === one.id ? one : two
    const operatorId = last?.id ?? 0
    expect((await post('changeOperator', { operatorId, isDisabled: true }, token)).msg).toMatch(/所有者/)
    expect((await demote(operatorId, token)).msg).toMatch(/所有者/)
  })

  it('resets a password and a second factor, each with an end of all sessions', async () => {
    const owner = await addReady('owner')
    const { id, name, password } = await add('support')
    const enrolled = await enrol(name, password)
    const reset = await post('resetOperator', { operatorId: id, what: 'password' }, owner.token)
    const fresh = (reset.data as { password: string }).password
    expect((await get('getSelf', enrolled.token)).code).toBe(LOGIN_TOKEN_INVALID)
    // The second factor still stands before the change of the password.
    expect((await logIn(name, fresh)).data).toMatchObject({ step: 'secondFactor' })
    const cleared = await post('resetOperator', { operatorId: id, what: 'secondFactor' }, owner.token)
    expect(cleared.data).toEqual({})
    expect((await logIn(name, fresh)).data).toMatchObject({ step: 'changePassword' })
    const missing = await post('resetOperator', { operatorId: 987_654_321, what: 'password' }, owner.token)
    expect(missing.code).toBe(SHOW_ERROR_TIP)
  })
})

describe('a reset of an operator whom strangers have closed', () => {
  const guess = async (name: string, from: number) => {
    for (let tried = from; tried < from + 20; tried += 1) await logIn(name, 'wrong', `192.0.2.${tried}`)
  }

  it('opens the login, from everywhere', async () => {
    const owner = await addReady('owner')
    const { id, name, password } = await add('support')
    await guess(name, 0)
    expect((await logIn(name, password, '198.51.100.7')).msg).toContain('密码错误较多')
    const { data } = await post('resetOperator', { operatorId: id, what: 'password' }, owner.token)
    for (const address of ['192.0.2.0', '198.51.100.7'])
      expect((await logIn(name, (data as { password: string }).password, address)).code).toBe(OK)
  })

  it('opens codes and passwords that were closed by wrong tries', async () => {
    const owner = await addReady('owner')
    const { id, name, password } = await add('support')
    const enrolled = await enrol(name, password)
    for (const subject of [`totp:${id}`, `password:${id}`])
      await server.database.pool.query(
        `insert into operator_failures values ($1, '', 5, $2) on conflict (subject, origin) do update set failures = 5`,
        [subject, new Date(server.clock.now().getTime() + HOUR_MS)],
      )
    const { data } = await post('resetOperator', { operatorId: id, what: 'password' }, owner.token)
    const oldPassword = (data as { password: string }).password
    const { token } = (await logIn(name, oldPassword)).data as LoginAnswer
    server.clock.advance(STEP_MS)
    expect((await post('proveSecondFactor', { totp: totpOf(enrolled.secret) }, token)).code).toBe(OK)
    const change = { oldPassword, newPassword: 'another lamp beside the river' }
    expect((await post('changePassword', change, token)).code).toBe(OK)
  })

  it.each([
    ['by the command', ({ name }: { name: string }) => recoverOperator(server.database, server.clock, name)],
    [
      'in the console',
      async ({ id }: { id: number }) => {
        const { token } = await addReady('owner')
        return ((await post('resetOperator', { operatorId: id, what: 'password' }, token)).data as { password: string })
          .password
      },
    ],
  ])('%s stays open for its next login, while they go on', async (_, reset) => {
    const { id, name } = await add('owner')
    await guess(name, 0)
    const password = (await reset({ id, name })) ?? ''
    await guess(name, 20)
    await guess(name, 40)
    expect((await logIn(name, 'wrong', '198.51.100.8')).code).toBe(PASSWORD_VERIFICATION_FAILED)
    expect((await logIn(name, password, '198.51.100.8')).code).toBe(OK)
    await guess(name, 60)
    expect((await logIn(name, password, '198.51.100.9')).code).toBe(SHOW_ERROR_TIP)
  })
})

describe('the configured token', () => {
  it('has every right but that over operators, and no login to go on with', async () => {
    const { data } = await get('getSelf', OPERATOR_TOKEN)
    expect(data).toMatchObject({ operator: { operatorId: null, name: '令牌', role: 'owner' }, step: 'ready' })
    expect((data as { rights: string[] }).rights).not.toContain('operators.write')
    expect((await get('getOperators', OPERATOR_TOKEN)).data).toEqual({ right: 'operators.write' })
    expect((await get('getTickets', OPERATOR_TOKEN)).code).toBe(OK)
    expect((await post('logOut', {}, OPERATOR_TOKEN)).code).toBe(SHOW_ERROR_TIP)
    expect((await get('getOperatorSessions', OPERATOR_TOKEN)).data).toEqual({ records: [] })
  })
})

describe('the audit log', () => {
  it('keeps who, role, call, subject, before and after', async () => {
    const [owner, person] = [await addReady('owner'), await addReady('support')]
    await post('changeOperator', { operatorId: person.id, role: 'finance' }, owner.token, '192.0.2.5')
    const { data } = await get(`getAuditLog?subject=operator:${person.id}&call=changeOperator`, owner.token)
    const named = `getAuditLog?subject=${encodeURIComponent(`运营人员 ${person.id}`)}&call=changeOperator`
    expect((await get(named, owner.token)).data).toEqual(data)
    const [record] = (data as { records: Record<string, unknown>[] }).records
    expect(record).toMatchObject({
      operatorId: owner.id,
      operatorName: owner.name,
      role: 'owner',
      outcome: 'done',
      address: '192.0.2.5',
    })
    expect(JSON.parse(record?.['before'] as string)).toMatchObject({ role: 'support' })
    expect(JSON.parse(record?.['after'] as string)).toMatchObject({ role: 'finance' })
  })

  describe('by days in China', () => {
    const rows = {
      'last instant of the day before': '2025-03-09T15:59:59.999Z',
      'first instant of the 10th': '2025-03-09T16:00:00Z',
      'last instant of the 10th': '2025-03-10T15:59:59.999Z',
      'first instant of the 11th': '2025-03-10T16:00:00Z',
    }
    const [before, first, last, after] = Object.keys(rows) as [string, string, string, string]
    let reader: Promise<string> | undefined
    const readerToken = (): Promise<string> => {
      reader ??= (async () => {
        const base = { operatorName: 'days', role: 'owner', call: 'days', outcome: 'done' } as const
        // The newest is added first: the order is that of the times.
        for (const [subject, at] of Object.entries(rows).toReversed())
          await server.database.db.insert(operatorAudit).values({ ...base, subject, at: new Date(at) })
        return (await addReady('readonly')).token
      })()
      return reader
    }
    const read = async (query: string) => get(`getAuditLog?call=days&${query}`, await readerToken())

    it.each([
      ['', [before, first, last, after]],
      ['fromDay=2025-03-10', [after, last, first]],
      ['toDay=2025-03-10', [last, first, before]],
      ['fromDay=2025-03-10&toDay=2025-03-10', [last, first]],
      ['fromDay=2025-03-11&toDay=2025-03-12', [after]],
      ['fromDay=2025-03-12', []],
    ])('%s has %j', async (query, subjects) => {
      const { data } = await read(query)
      const { records, totalPage } = data as { records: { subject: string }[]; totalPage: number }
      expect(records.map(({ subject }) => subject)).toEqual(subjects)
      expect(totalPage).toBe(subjects.length === 0 ? 0 : 1)
    })

    it.each([
      ['fromDay=2025-03-11&toDay=2025-03-10', /结束日期早于开始日期/],
      ['fromDay=2025-02-30', /没有这一天/],
      ['toDay=yesterday', /参数有误/],
      ['toDay=0002-03-10', /参数有误/],
    ])('%s is refused', async (query, text) => {
      expect(await read(query)).toMatchObject({ code: SHOW_ERROR_TIP, msg: expect.stringMatching(text) })
    })
  })

  it('keeps refused attempts, sixty an hour for each operator', async () => {
    const person = await addReady('readonly')
    for (let tried = 0; tried < 65; tried += 1) await post('publishNotice', {}, person.token)
    const refused = () => server.database.db.$count(operatorAudit, eq(operatorAudit.operatorName, person.name))
    expect(await refused()).toBe(60)
    server.clock.advance(HOUR_MS)
    expect((await post('publishNotice', {}, (await addReady('readonly')).token)).data).toEqual({
      right: 'messages.send',
    })
  })

  it('keeps refusals inside of handlers alike, though their transaction is rolled back', async () => {
    const person = await addReady('catalogue')
    const zone = { code: 'refused', name: '拒绝', position: 1, gatewayUrl: 'wss://gateway.example/stream' }
    expect((await post('createZone', zone, person.token)).data).toEqual({ right: 'settings.write' })
    expect((await get('getOperatorSessions?operatorId=1', person.token)).data).toEqual({ right: 'operators.write' })
    const rows = await server.database.db
      .select()
      .from(operatorAudit)
      .where(eq(operatorAudit.operatorName, person.name))
      .orderBy(operatorAudit.id)
    expect(rows).toMatchObject([
      { operatorId: person.id, call: 'createZone', subject: '', outcome: 'refused' },
      { operatorId: person.id, call: 'getOperatorSessions', outcome: 'refused' },
    ])
    for (let tried = 0; tried < 65; tried += 1) await post('createZone', zone, person.token)
    const refused = () => server.database.db.$count(operatorAudit, eq(operatorAudit.operatorName, person.name))
    expect(await refused()).toBe(60)
  })

  it.each(['update operator_audit set call = call', 'delete from operator_audit', 'truncate operator_audit'])(
    'refuses %s',
    async (statement) => {
      await expect(server.database.pool.query(statement)).rejects.toThrow(/only added/)
    },
  )

  it('has no row for a change that was rolled back, and no change without its row', async () => {
    const [owner, person] = [await addReady('owner'), await addReady('support')]
    const { pool, db } = server.database
    await pool.query(`alter table operator_audit add constraint broken check (call <> 'changeOperator') not valid`)
    const answer = await post('changeOperator', { operatorId: person.id, role: 'finance' }, owner.token)
    await pool.query('alter table operator_audit drop constraint broken')
    expect(answer.code).toBe(SHOW_ERROR_TIP)
    const [row] = await db.select().from(operators).where(eq(operators.id, person.id))
    expect(row?.role).toBe('support')
  })
})

describe('the first owner', () => {
  it('is added once, by processes that start together', async () => {
    const { db, pool } = server.database
    await pool.query('begin; alter table operator_audit disable trigger user; delete from operator_audit; commit')
    await db.delete(operatorSessions)
    await pool.query('delete from operator_recovery_codes')
    await db.delete(operators)
    await pool.query('alter table operator_audit enable trigger user')
    const passwords = await Promise.all(Array.from({ length: 4 }, () => seedOwner(server.database, server.clock)))
    const [password = '', ...more] = passwords.filter((text) => text !== undefined)
    expect(more).toEqual([])
    expect((await logIn('owner', password)).data).toMatchObject({ step: 'changePassword', operator: { role: 'owner' } })
  })

  it('comes back with the command, enabled and without a second factor', async () => {
    const [owner] = await server.database.db.select().from(operators).where(eq(operators.name, 'owner'))
    await server.database.db
      .update(operators)
      .set({ disabledAt: server.clock.now() })
      .where(eq(operators.id, owner?.id ?? 0))
    const password = await recoverOperator(server.database, server.clock, 'owner')
    expect((await logIn('owner', password ?? '')).data).toMatchObject({ step: 'changePassword' })
    expect(await recoverOperator(server.database, server.clock, 'nobody')).toBeUndefined()
    const rows = await server.database.db.select().from(operatorAudit).where(eq(operatorAudit.call, 'operators:reset'))
    expect(rows).toMatchObject([{ operatorName: '命令', before: { isDisabled: true }, after: { isDisabled: false } }])
  })
})

describe('the hourly clean-up', () => {
  it('deletes sessions a month after their end and ended counts, and no row of the audit log', async () => {
    const { db, pool } = server.database
    await addReady('support')
    const before = await db.$count(operatorAudit)
    server.clock.advance(31 * 24 * HOUR_MS)
    const kept = await addReady('support')
    await server.runJob('maintenance.operators')
    const rows = await db.select({ id: operatorSessions.id }).from(operatorSessions)
    expect(rows).toEqual([{ id: kept.sessionId }])
    expect((await pool.query('select * from operator_failures')).rowCount).toBe(0)
    expect(await db.$count(operatorAudit)).toBe(before)
  })
})

import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { describe, expect, it } from 'vitest'
import { UNREACHABLE_PHONE } from '../../../adapters/sms/inbox.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { useServer } from '../../../testing/use-server.ts'

const SEND = '/vmcloud/api/sms/sendCode'
const SEND_OWN = '/vmcloud/api/sms/sendAccountCode'
const LOGIN = '/vmcloud/api/user/smsLogin'
const RESET = '/vmcloud/api/user/resetPassword'

const server = await useServer()
let nextPhone = 13_900_002_000

const newPhone = () => String(nextPhone++)
const send = (mobilePhone: string, type: string = SmsPurpose.login) => server.post(SEND, { mobilePhone, type })
const logIn = (mobilePhone: string, code: string) => server.post(LOGIN, { mobilePhone, code })
/** A number to which a code has just been sent. */
const withCode = async () => {
  const mobilePhone = newPhone()
  await send(mobilePhone)
  return { mobilePhone, code: server.lastCode(mobilePhone) }
}
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

describe('asking for a code', () => {
  it('brings six digits to the phone and says when the next may come', async () => {
    const mobilePhone = newPhone()
    expect(await send(mobilePhone)).toMatchObject({ code: 200, data: { resendAfterSeconds: 60 } })
    expect(server.lastCode(mobilePhone)).toMatch(/^\d{6}$/)
  })

  it('answers a known and an unknown number alike, for every purpose', async () => {
    const known = newPhone()
    await server.addUser(known, 'yunji2026')
    for (const type of [SmsPurpose.login, SmsPurpose.bindPhone, SmsPurpose.resetPassword]) {
      const deviceToken = 'D'.repeat(43)
      const ask = (mobilePhone: string) => server.post(SEND, { mobilePhone, type, deviceToken })
      expect(await ask(known)).toEqual(await ask(newPhone()))
    }
  })

  it.each(['', 'nonsense', SmsPurpose.deleteAccount, SmsPurpose.changePhone])(
    'answers 1012 to purpose %j',
    async (type) => expect(await send(newPhone(), type)).toMatchObject({ code: 1012, data: null }),
  )

  it('answers 1013 within 60 s, with the seconds that are left', async () => {
    const { mobilePhone } = await withCode()
    server.clock.advance(MINUTE_MS - 500)
    expect(await send(mobilePhone)).toMatchObject({ code: 1013, data: { resendAfterSeconds: 1 } })
    expect((await send(mobilePhone, SmsPurpose.resetPassword)).code).toBe(200)
    server.clock.advance(500)
    expect((await send(mobilePhone)).code).toBe(200)
  })

  it('answers 1020 after ten on one day, whatever they were for, and starts anew at midnight in China', async () => {
    const mobilePhone = newPhone()
    for (let count = 0; count < 10; count++) {
      expect((await send(mobilePhone, count % 2 ? SmsPurpose.login : SmsPurpose.resetPassword)).code).toBe(200)
      server.clock.advance(MINUTE_MS)
    }
    expect(await send(mobilePhone)).toMatchObject({ code: 1020, msg: '今日短信次数已用完' })
    const now = server.clock.now().getTime()
    const midnight = Math.ceil((now + 8 * 60 * MINUTE_MS) / DAY_MS) * DAY_MS - 8 * 60 * MINUTE_MS
    server.clock.advance(midnight - now - 1)
    expect((await send(mobilePhone)).code).toBe(1020)
    server.clock.advance(1)
    expect((await send(mobilePhone)).code).toBe(200)
  })

  it('sends one of many that are asked for at once', async () => {
    const mobilePhone = newPhone()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(mobilePhone)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 1013)).toHaveLength(19)
  })

  it('lets one address have a hundred a day', async () => {
    const ask = async () =>
      server.app.inject({
        method: 'POST',
        url: SEND,
        payload: { mobilePhone: newPhone(), type: SmsPurpose.login },
        remoteAddress: '203.0.113.9',
      })
    await server.database.pool.query(
      `insert into sms_quotas values ('address:203.0.113.9', ($1::timestamptz at time zone 'Asia/Shanghai')::date, 99)`,
      [server.clock.now()],
    )
    expect((await ask()).json().code).toBe(200)
    const refused = await ask()
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 1080, data: null })
  })

  it('answers 1011 when the message is not taken, and counts nothing', async () => {
    for (let count = 0; count < 12; count++) expect((await send(UNREACHABLE_PHONE)).code).toBe(1011)
    const { rows } = await server.database.pool.query('select from sms_codes where mobile_phone = $1', [
      UNREACHABLE_PHONE,
    ])
    expect(rows).toEqual([])
  })

  it('refuses a malformed number', async () => expect((await send('12345')).code).toBe(1080))
})

describe('a code', () => {
  it('is never stored as it is', async () => {
    const { mobilePhone, code } = await withCode()
    const { rows } = await server.database.pool.query(
      'select row_to_json(c)::text as row from sms_codes c where mobile_phone = $1',
      [mobilePhone],
    )
    expect(rows[0].row).not.toContain(code)
  })

  it('opens what it was asked for once', async () => {
    const { mobilePhone, code } = await withCode()
    expect((await logIn(mobilePhone, code)).code).toBe(200)
    expect((await logIn(mobilePhone, code)).code).toBe(1006)
  })

  it('opens once when it is used many times at once', async () => {
    const { mobilePhone, code } = await withCode()
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(mobilePhone, code)))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
  })

  it('belongs to its number and its purpose', async () => {
    const { mobilePhone, code } = await withCode()
    const other = await withCode()
    const foreign = other.code === code ? otherThan(code) : other.code
    expect((await logIn(mobilePhone, foreign)).code).toBe(1006)
    expect((await server.post(RESET, { mobilePhone, code, newPassword: 'yunji2027' })).code).toBe(1006)
    expect((await logIn(mobilePhone, code)).code).toBe(200)
  })

  it('lasts five minutes', async () => {
    const [early, late] = [await withCode(), await withCode()]
    server.clock.advance(5 * MINUTE_MS - 1)
    expect((await logIn(early.mobilePhone, early.code)).code).toBe(200)
    server.clock.advance(1)
    expect((await logIn(late.mobilePhone, late.code)).code).toBe(1006)
  })

  it('is over after five wrong tries, also when they come at once', async () => {
    const { mobilePhone, code } = await withCode()
    const wrong = otherThan(code)
    for (let count = 0; count < 4; count++) expect((await logIn(mobilePhone, wrong)).code).toBe(1006)
    expect((await logIn(mobilePhone, code)).code).toBe(200)

    const second = await withCode()
    const guesses = Array.from({ length: 100 }, () => logIn(second.mobilePhone, otherThan(second.code)))
    expect((await Promise.all(guesses)).every((answer) => answer.code === 1006)).toBe(true)
    expect((await logIn(second.mobilePhone, second.code)).code).toBe(1006)
  })

  it('ends the one before it', async () => {
    const { mobilePhone, code } = await withCode()
    server.clock.advance(MINUTE_MS)
    await send(mobilePhone)
    const newer = server.lastCode(mobilePhone)
    // Both codes are equal once in a million runs.
    expect((await logIn(mobilePhone, newer === code ? otherThan(code) : code)).code).toBe(1006)
    expect((await logIn(mobilePhone, newer)).code).toBe(200)
  })
})

describe('strangers who type a code', () => {
  it('leave the device that asked for it its five tries, however many they are', async () => {
    const mobilePhone = newPhone()
    const { deviceToken } = (await send(mobilePhone)).data as { deviceToken: string }
    const code = server.lastCode(mobilePhone)
    const type = (typed: string, more = {}, options = {}) =>
      server.post(LOGIN, { mobilePhone, code: typed, ...more }, options)
    const guesses = Array.from({ length: 100 }, () => type(otherThan(code)))
    expect((await Promise.all(guesses)).every((answer) => answer.code === 1006)).toBe(true)
    const { rows } = await server.database.pool.query('select tries from sms_codes where mobile_phone = $1', [
      mobilePhone,
    ])
    expect(rows).toEqual([{ tries: 15 }])
    expect((await type(code)).code).toBe(1006)
    for (let count = 0; count < 4; count += 1) expect((await type(otherThan(code), { deviceToken })).code).toBe(1006)
    expect((await type(code, { deviceToken })).code).toBe(200)
  })

  it('have five tries each', async () => {
    const { mobilePhone, code } = await withCode()
    const address = '198.51.100.20'
    for (let count = 0; count < 5; count += 1)
      await server.post(LOGIN, { mobilePhone, code: otherThan(code) }, { address })
    expect((await server.post(LOGIN, { mobilePhone, code }, { address })).code).toBe(1006)
    expect((await logIn(mobilePhone, code)).code).toBe(200)
  })
})

describe('strangers who ask for codes', () => {
  /** A user whose device is known to the number. */
  const owner = async () => {
    const { mobilePhone, code } = await withCode()
    const { deviceToken } = (await logIn(mobilePhone, code)).data as { deviceToken: string }
    server.clock.advance(MINUTE_MS)
    return { mobilePhone, deviceToken }
  }
  const ask = (mobilePhone: string, more = {}, options = {}) =>
    server.post(SEND, { mobilePhone, type: SmsPurpose.login, ...more }, options)

  it('from one origin use up half of a day of the number, and no more', async () => {
    const mobilePhone = newPhone()
    const from = { address: '198.51.100.21' }
    for (let count = 0; count < 5; count += 1) {
      expect((await ask(mobilePhone, {}, from)).code).toBe(200)
      server.clock.advance(MINUTE_MS)
    }
    expect((await ask(mobilePhone, {}, from)).code).toBe(1020)
    expect((await ask(mobilePhone, {}, from)).code).toBe(1020)
    expect((await ask(mobilePhone)).code).toBe(200)
  })

  it('stop no known device: neither its minute nor its day is theirs, and its code stays', async () => {
    const { mobilePhone, deviceToken } = await owner()
    for (let count = 0; count < 9; count += 1) {
      expect((await ask(mobilePhone)).code).toBe(200)
      server.clock.advance(MINUTE_MS)
    }
    expect((await ask(mobilePhone)).code).toBe(1020)
    expect((await ask(mobilePhone, { deviceToken })).code).toBe(200)
    const mine = server.lastCode(mobilePhone)
    expect((await ask(mobilePhone, { deviceToken })).code).toBe(1013)
    const other = { mobilePhone, type: SmsPurpose.login }
    await server.database.pool.query(`delete from sms_quotas where subject like '%' || $1`, [mobilePhone])
    server.clock.advance(MINUTE_MS)
    expect((await server.post(SEND, other)).code).toBe(200)
    expect((await server.post(LOGIN, { mobilePhone, code: mine, deviceToken })).code).toBe(200)
  })

  it('leave codes of a logged-in user alone', async () => {
    const { mobilePhone } = await owner()
    server.clock.advance(MINUTE_MS)
    const second = await (async () => {
      await send(mobilePhone)
      return (await logIn(mobilePhone, server.lastCode(mobilePhone))).data as { token: string }
    })()
    const own = { type: SmsPurpose.checkOldPhone }
    for (let count = 0; count < 10; count += 1) {
      expect((await server.post(SEND_OWN, own, second)).code).toBe(200)
      server.clock.advance(MINUTE_MS)
    }
    expect((await server.post(SEND_OWN, own, second)).code).toBe(1020)
    expect((await ask(mobilePhone)).code).toBe(200)
  })
})

describe('a code for somebody who is logged in', () => {
  const session = async () => {
    const { mobilePhone, code } = await withCode()
    const { token } = (await logIn(mobilePhone, code)).data as { token: string }
    return { mobilePhone, token }
  }

  it('goes to the own number, which need not be named', async () => {
    const { mobilePhone, token } = await session()
    expect((await server.post(SEND_OWN, { type: SmsPurpose.deleteAccount }, { token })).code).toBe(200)
    const named = { type: SmsPurpose.checkOldPhone, mobilePhone }
    expect((await server.post(SEND_OWN, named, { token })).code).toBe(200)
    expect(server.lastCode(mobilePhone)).toMatch(/^\d{6}$/)
  })

  it("answers 1008 to another's number, and to the own one as the new one", async () => {
    const { mobilePhone, token } = await session()
    for (const body of [
      { type: SmsPurpose.checkOldPhone, mobilePhone: newPhone() },
      { type: SmsPurpose.deleteAccount, mobilePhone: newPhone() },
      { type: SmsPurpose.changePhone, mobilePhone },
      { type: SmsPurpose.changePhone },
    ]) {
      expect((await server.post(SEND_OWN, body, { token })).code).toBe(1008)
    }
  })

  it('goes to the new number for a change of phone, whoever has it', async () => {
    const { token } = await session()
    const taken = newPhone()
    await server.addUser(taken, null)
    for (const mobilePhone of [newPhone(), taken]) {
      expect((await server.post(SEND_OWN, { type: SmsPurpose.changePhone, mobilePhone }, { token })).code).toBe(200)
    }
  })

  it('answers 1012 to a purpose that needs no login, and 2017 without one', async () => {
    const { token } = await session()
    expect((await server.post(SEND_OWN, { type: SmsPurpose.login }, { token })).code).toBe(1012)
    expect((await server.post(SEND_OWN, { type: SmsPurpose.deleteAccount })).code).toBe(2017)
  })
})

import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import type { VerificationState } from '@yunji/contract/accounts/verification/schema'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createFileSystemStore } from '../../../adapters/object-store/file-system.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import { createSealedTexts } from '../../../platform/sealed-texts.ts'
import { createSignedTokens } from '../../../platform/signed-tokens.ts'
import { singleKey } from '../../../platform/signing-keys.ts'
import { accountDeletions, sessions, verificationPictures, verifications } from '../../../tables/identity.ts'
import { operators as operatorAccounts, operatorAudit } from '../../../tables/operators.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { createPeople } from '../../../testing/people.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'
import { pictureKey } from './pictures.ts'

const STATE = '/vmcloud/api/verification/getVerification'
const PERSONAL = '/vmcloud/api/verification/submitPersonal'
const COMPANY = '/vmcloud/api/verification/submitCompany'
const WAITING = '/vmcloud/api/operator/getWaitingVerifications?rows=100'
const DECIDE = '/vmcloud/api/operator/decideVerification'
const UPLOAD = '/user/verificationPicture'
const USER_INFO = '/vmcloud/api/user/getUserInfo'

const card = {
  name: '李小云',
  idCard: '11010519491231002x',
  gender: 2,
  birthday: '1949-12-31',
  pictureIds: [] as string[],
}
const company = { companyName: '云机科技', creditCode: '91350100M000100Y43', legalPerson: '李小云', pictureIds: [] }

const server = await useServer()
const people = createPeople(server, 13_900_010_000)

const stateOf = async (token: string) => (await server.get(STATE, { token })).data as VerificationState
const operator = { token: OPERATOR_TOKEN }
const waitingOf = async (userId: number, token = OPERATOR_TOKEN) => {
  const { records } = (await server.get(WAITING, { token })).data as {
    records: { verificationId: number; userId: number; number: string; pictures: string[] }[]
  }
  return records.find((record) => record.userId === userId)
}
const decide = async (userId: number, decision: object) => {
  const verificationId = (await waitingOf(userId))?.verificationId
  return server.post(DECIDE, { verificationId, ...decision }, operator)
}
/** A new address per upload: the limits are per account, not per address. */
let uploads = 0
const uploadPicture = async (token: string, payload = createCanvas(20, 10).toBuffer('image/png'), url = UPLOAD) => {
  const headers = { token, 'content-type': 'image/png' }
  const remoteAddress = `198.19.${++uploads >> 8}.${uploads & 255}`
  return (await server.app.inject({ method: 'POST', url, payload, headers, remoteAddress })).json()
}

describe('a person', () => {
  it('waits for the operator, who passes them', async () => {
    const { userId, token } = await people.member()
    expect(await stateOf(token)).toMatchObject({ personal: { status: 0, submittedAt: null }, company: { status: 0 } })
    expect((await server.post(PERSONAL, card, { token })).code).toBe(200)
    expect((await stateOf(token)).personal).toEqual({
      status: 1,
      name: '李**',
      number: '11010********1002X'.replace(/^(.{5}).*(.{5})$/, '$1********$2'),
      reason: '',
      submittedAt: server.clock.now().getTime(),
    })
    const waiting = await waitingOf(userId)
    expect(waiting).toMatchObject({ number: '11010519491231002X' })
    expect((await server.get(USER_INFO, { token })).data).not.toHaveProperty('personnelId')
    expect((await decide(userId, { isPassed: true })).code).toBe(200)
    expect((await stateOf(token)).personal.status).toBe(2)
    expect((await server.get(USER_INFO, { token })).data).toMatchObject({
      personnelId: waiting?.verificationId,
      personalCheckStatus: 2,
      companyCheckStatus: 0,
    })
    expect(await waitingOf(userId)).toBeUndefined()
  })

  it('is decided as the process of the kind, which the audit log names', async () => {
    const { userId, token } = await people.member()
    await server.post(PERSONAL, card, { token })
    const waiting = await waitingOf(userId)
    expect(waiting).toMatchObject({ kind: 1, processKey: 'personal_verification' })
    const pass = (processKey: string) => decide(userId, { processKey, isPassed: true })
    expect((await pass('company_verification')).code).toBe(1080)
    expect((await stateOf(token)).personal.status).toBe(1)
    expect((await pass('personal_verification')).code).toBe(200)
    const [audit] = await server.database.db
      .select()
      .from(operatorAudit)
      .where(eq(operatorAudit.subject, `verification:${waiting?.verificationId}`))
    expect(audit).toMatchObject({
      before: { processKey: 'personal_verification', status: 1 },
      after: { processKey: 'personal_verification', status: 2 },
    })
  })

  it('learns why they were refused, and may try again', async () => {
    const { userId, token } = await people.member()
    await server.post(PERSONAL, card, { token })
    expect((await decide(userId, { isPassed: false })).code).toBe(1080)
    expect((await decide(userId, { isPassed: false, reason: '照片不清晰' })).code).toBe(200)
    expect((await stateOf(token)).personal).toMatchObject({ status: 3, reason: '照片不清晰' })
    expect((await server.post(PERSONAL, card, { token })).code).toBe(200)
    expect((await stateOf(token)).personal).toMatchObject({ status: 1, reason: '' })
  })

  it.each([
    [{ idCard: '110105194912310021' }, '身份证号有误，请核对'],
    [{ idCard: '12345' }, '身份证号格式不正确'],
    [{ birthday: '1949-12-30' }, '出生日期与身份证号不一致'],
    [{ gender: 1 }, '性别与身份证号不一致'],
  ])('is refused at once with %j', async (part, msg) => {
    const { token } = await people.member()
    expect(await server.post(PERSONAL, { ...card, ...part }, { token })).toMatchObject({ code: 1080, msg })
    expect((await stateOf(token)).personal.status).toBe(0)
  })

  it('is not asked twice while waiting, or when passed, also not at once', async () => {
    const { userId, token } = await people.member()
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.post(PERSONAL, card, { token })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    await decide(userId, { isPassed: true })
    expect(await server.post(PERSONAL, card, { token })).toMatchObject({ code: 1080, msg: '已通过认证，无需重复提交' })
  })
})

describe('a company', () => {
  it('is a check of its own', async () => {
    const { userId, token } = await people.member()
    expect((await server.post(COMPANY, company, { token })).code).toBe(200)
    expect(await stateOf(token)).toMatchObject({ personal: { status: 0 }, company: { status: 1, name: '云机科技' } })
    expect((await server.get(USER_INFO, { token })).data).toMatchObject({ userType: 1 })
    await decide(userId, { isPassed: true })
    expect((await server.get(USER_INFO, { token })).data).toMatchObject({
      userType: 2,
      personalCheckStatus: 0,
      companyCheckStatus: 2,
    })
  })

  it('needs a credit code that is one', async () => {
    const { token } = await people.member()
    expect((await server.post(COMPANY, { ...company, creditCode: '91350100M000100Y44' }, { token })).code).toBe(1080)
  })
})

describe('pictures', () => {
  it('are stored; the embedded reader says that it cannot read', async () => {
    const { token } = await people.member()
    const { data } = await uploadPicture(token)
    expect(data).toEqual({ pictureId: expect.stringMatching(/^[a-f0-9]{32}$/), recognized: null })
  })

  it('that were never sent in are gone after a day; those of a request stay', async () => {
    const { token } = await people.member()
    const [kept, left] = [await uploadPicture(token), await uploadPicture(token)].map(({ data }) => data.pictureId)
    await server.post(PERSONAL, { ...card, pictureIds: [kept] }, { token })
    const objectStore = createFileSystemStore(join(server.dataDir, 'objects'))
    const sweep = () => server.runJob('verification.sweepPictures')
    const isThere = async (id: string) => {
      const rows = await server.database.db.$count(verificationPictures, eq(verificationPictures.id, id))
      const body = await objectStore.get(pictureKey(id))
      body?.destroy()
      return [rows === 1, body !== null]
    }
    server.clock.advance(DAY_MS)
    await sweep()
    expect(await isThere(left)).toEqual([true, true])
    server.clock.advance(1)
    await sweep()
    expect(await isThere(left)).toEqual([false, false])
    expect(await isThere(kept)).toEqual([true, true])
  })

  it("are the user's own: a foreign one looks like none", async () => {
    const [mine, other] = [await people.member(), await people.member()]
    const { data } = await uploadPicture(other.token)
    const submit = (pictureIds: string[]) => server.post(PERSONAL, { ...card, pictureIds }, { token: mine.token })
    const foreign = await submit([data.pictureId])
    expect(foreign).toEqual(await submit(['0'.repeat(32)]))
    expect(foreign.code).toBe(1080)
  })
})

describe('pictures under review', () => {
  const PNG = createCanvas(20, 10).toBuffer('image/png')
  const JPEG = createCanvas(30, 20).toBuffer('image/jpeg')
  const submit = async (...files: readonly Buffer[]) => {
    const { userId, token } = await people.member()
    const pictureIds: string[] = []
    for (const file of files) pictureIds.push((await uploadPicture(token, file)).data.pictureId)
    await server.post(PERSONAL, { ...card, pictureIds }, { token })
    return { userId, token, pictureIds }
  }
  const addressesOf = async (userId: number, asked?: string) => (await waitingOf(userId, asked))?.pictures ?? []
  const open = (url: string) => server.app.inject({ url })
  const expectGone = async (url: string) => {
    const answered = await open(url)
    expect(answered.statusCode).toBe(404)
    expect(answered.json()).toMatchObject({ code: 1080, data: null })
  }

  it('have an address each that gives the bytes and is cached nowhere', async () => {
    const { userId, pictureIds } = await submit(PNG, JPEG)
    const addresses = await addressesOf(userId)
    expect(addresses).toHaveLength(2)
    const types = ['image/png', 'image/jpeg']
    for (const [index, file] of [PNG, JPEG].entries()) {
      const shown = await open(addresses[index] ?? '')
      expect(shown.statusCode).toBe(200)
      expect(shown.headers).toMatchObject({
        'content-type': types[index],
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      expect(shown.rawPayload.equals(file)).toBe(true)
      expect(addresses[index]).not.toContain(pictureIds[index])
    }
    server.clock.advance(1000)
    expect(await addressesOf(userId)).toEqual(addresses)
  })

  it('are refused by an address that is changed, of another purpose, of another picture, or too old', async () => {
    const [one, other] = [await submit(PNG), await submit(JPEG)]
    const [address = ''] = await addressesOf(one.userId)
    const [otherAddress = ''] = await addressesOf(other.userId)
    const partsOf = (url: string) => (url.split('token=')[1] ?? '').split('.')
    const [key, body, signature = ''] = partsOf(address)
    const [, otherBody] = partsOf(otherAddress)
    const path = address.slice(0, address.indexOf('?'))
    const isFirst = signature.startsWith('A')
    const tokens = createSignedTokens(singleKey(Buffer.alloc(32, 7)), server.clock)
    const foreign = tokens.sign('ticket picture', { id: one.pictureIds[0], operatorId: null }, 60_000)
    const unknown = tokens.sign('verification picture', { id: '0'.repeat(32), operatorId: null }, 60_000)
    const own = tokens.sign('verification picture', { id: one.pictureIds[0], operatorId: null }, 60_000)
    expect((await open(`${path}?token=${own}`)).statusCode).toBe(200)
    for (const url of [
      path,
      `${path}?token=`,
      `${path}?token=${one.pictureIds[0]}`,
      `${path}?token=${key}.${body}.${isFirst ? 'B' : 'A'}${signature.slice(1)}`,
      `${path}?token=${key}.${otherBody}.${signature}`,
      `${path}?token=${foreign}`,
      `${path}?token=${unknown}`,
      `${path}?token=${own}&token=${own}`,
      address.replace(path, '/customer/picture'),
    ])
      await expectGone(url)
    server.clock.advance(10 * 60_000)
    await expectGone(address)
    expect((await open((await addressesOf(one.userId))[0] ?? '')).statusCode).toBe(200)
  })

  it('are shown to operators with the right alone, and no longer than they have it', async () => {
    const operators = createOperatorHarness(server)
    const [support, finance] = [await operators.addReady('support'), await operators.addReady('finance')]
    const { userId, token } = await submit(PNG)
    for (const stranger of [finance.token, token])
      expect(JSON.stringify(await server.get(WAITING, { token: stranger }))).not.toContain('verificationPicture')
    const [address = ''] = await addressesOf(userId, support.token)
    expect((await open(address)).statusCode).toBe(200)
    const change = (values: Partial<typeof operatorAccounts.$inferInsert>) =>
      server.database.db.update(operatorAccounts).set(values).where(eq(operatorAccounts.id, support.id))
    await change({ role: 'finance' })
    await expectGone(address)
    await change({ role: 'support' })
    expect((await open(address)).statusCode).toBe(200)
    await change({ disabledAt: server.clock.now() })
    await expectGone(address)
  })

  it('are not found once the request is decided, the file is gone, or the account is erased', async () => {
    const objectStore = createFileSystemStore(join(server.dataDir, 'objects'))
    const [decided, lost, erased] = [await submit(PNG), await submit(PNG), await submit(PNG)]
    const addresses = await Promise.all(
      [decided, lost, erased].map(async ({ userId }) => (await addressesOf(userId))[0] ?? ''),
    )
    for (const address of addresses) expect((await open(address)).statusCode).toBe(200)
    await decide(decided.userId, { isPassed: true })
    await objectStore.delete(pictureKey(lost.pictureIds[0] ?? ''))
    const now = server.clock.now()
    await server.database.db.delete(sessions).where(eq(sessions.userId, erased.userId))
    const due = { userId: erased.userId, requestedAt: now, erasesAt: now, nextTryAt: now }
    await server.database.db.insert(accountDeletions).values(due)
    await server.runJob('maintenance.eraseAccounts')
    expect(await objectStore.get(pictureKey(erased.pictureIds[0] ?? ''))).toBeNull()
    for (const address of addresses) await expectGone(address)
  })
})

describe('the pictures of one account', () => {
  const UNUSED = '未提交的照片过多，请先提交认证，或一天后再上传'
  const TODAY = '今天上传的图片已达上限，请明天再试'
  const countOf = (userId: number) =>
    server.database.db.$count(verificationPictures, eq(verificationPictures.userId, userId))
  const useAll = (userId: number) =>
    server.database.pool.query(
      `insert into verifications (user_id, kind, status, name, number, picture_ids, submitted_at, decided_at)
       select $1, 1, 3, '李小云', 'v1.' || repeat('A', 61), array_agg(id), now(), now()
       from verification_pictures where user_id = $1`,
      [userId],
    )
  const uploadMany = async (token: string, count: number, payload?: Buffer, url?: string) => {
    const answers = []
    for (let index = 0; index < count; index += 1) answers.push(await uploadPicture(token, payload, url))
    return answers
  }
  const taken = (answers: readonly { code: number }[]) => answers.filter(({ code }) => code === 200).length

  it('that no request names are twelve at most, also of fifty at once', async () => {
    const { userId, token } = await people.member()
    const answers = await Promise.all(Array.from({ length: 51 }, () => uploadPicture(token)))
    expect(answers.every(({ code }) => code === 200 || code === 1080)).toBe(true)
    expect(await countOf(userId)).toBe(taken(answers))
    answers.push(...(await uploadMany(token, 13)))
    expect(taken(answers)).toBe(12)
    expect(answers.at(-1)).toMatchObject({ code: 1080, msg: UNUSED })
    expect(await countOf(userId)).toBe(12)
    const { token: another } = await people.member()
    expect((await uploadPicture(another)).code).toBe(200)
  })

  it('are thirty on a day, whatever became of them', async () => {
    const { userId, token } = await people.member()
    for (const expected of [12, 12, 6]) {
      expect(taken(await uploadMany(token, 13))).toBe(expected)
      await useAll(userId)
    }
    expect(await uploadPicture(token)).toMatchObject({ code: 1080, msg: TODAY })
    server.clock.advance(DAY_MS)
    expect((await uploadPicture(token)).code).toBe(200)
  })

  it('are bounded in bytes too', async () => {
    const { userId, token } = await people.member()
    const large = Buffer.concat([createCanvas(20, 10).toBuffer('image/png'), Buffer.alloc(4_100_000)])
    expect(taken(await uploadMany(token, 12, large))).toBe(9)
    await useAll(userId)
    expect(taken(await uploadMany(token, 12, large))).toBe(6)
    expect(await uploadPicture(token, large)).toMatchObject({ code: 1080, msg: TODAY })
  })

  it('make room again when those that nobody used are gone', async () => {
    const { token } = await people.member()
    await uploadMany(token, 12)
    expect((await uploadPicture(token)).msg).toBe(UNUSED)
    server.clock.advance(DAY_MS + 1)
    await server.runJob('verification.sweepPictures')
    expect((await uploadPicture(token)).code).toBe(200)
  })

  it('leave avatars a limit of their own', async () => {
    const { token } = await people.member()
    const answers = await uploadMany(token, 32, undefined, '/user/avatar')
    expect(taken(answers)).toBe(30)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({ code: 1080, msg: TODAY })
    expect((await uploadPicture(token)).code).toBe(200)
  })
})

describe('the number of a card', () => {
  const storedOf = async (userId: number) => {
    const [row] = await server.database.db.select().from(verifications).where(eq(verifications.userId, userId))
    return row?.number ?? ''
  }

  it('is not in the database for others to read', async () => {
    const { userId, token } = await people.member()
    await server.post(PERSONAL, card, { token })
    expect(await storedOf(userId)).toMatch(/^v1\.[\w-]{60,}$/)
  })

  it('from before the sealing is read as it is, and sealed by the next round', async () => {
    const { userId, token } = await people.member()
    await server.post(PERSONAL, card, { token })
    const number = '11010519491231002X'
    await server.database.db.update(verifications).set({ number }).where(eq(verifications.userId, userId))
    expect((await stateOf(token)).personal.number).toBe('11010********1002X')
    await server.runJob('verification.sealNumbers')
    expect(await storedOf(userId)).toMatch(/^v1\./)
    expect((await stateOf(token)).personal.number).toBe('11010********1002X')
    expect((await waitingOf(userId))?.number).toBe(number)
  })

  it('is left out where its key is gone; the request still shows', async () => {
    const { userId, token } = await people.member()
    await server.post(PERSONAL, card, { token })
    const foreign = createSealedTexts(singleKey(Buffer.alloc(32, 8))).seal(
      '11010519491231002X',
      `verification of ${userId}`,
    )
    await server.database.db.update(verifications).set({ number: foreign }).where(eq(verifications.userId, userId))
    expect((await stateOf(token)).personal).toMatchObject({ status: 1, number: '', name: '李**' })
  })
})

describe('an operator', () => {
  it('is nobody without the token, whoever else they are', async () => {
    const { token } = await people.member()
    for (const given of [undefined, '', 'x'.repeat(40), token]) {
      const options = given === undefined ? {} : { token: given }
      expect((await server.get(WAITING, options)).code).toBe(2017)
      expect((await server.post(DECIDE, { verificationId: 1, isPassed: true }, options)).code).toBe(2017)
    }
    expect((await server.get(USER_INFO, operator)).code).toBe(2017)
  })

  it('finds waiting requests by a part of the name, the user id and the complete number', async () => {
    const [one, other] = [await people.member(), await people.member()]
    await server.post(PERSONAL, { ...card, name: '欧阳_100%' }, { token: one.token })
    await server.post(COMPANY, { ...company, companyName: '欧阳360科技' }, { token: other.token })
    const find = async (text: string) => {
      const { data } = await server.get(`${WAITING}&text=${encodeURIComponent(text)}`, operator)
      const { records, totalPage } = data as { records: { userId: number }[]; totalPage: number }
      return { userIds: records.map(({ userId }) => userId), totalPage }
    }
    expect(await find('欧阳')).toEqual({ userIds: [one.userId, other.userId], totalPage: 1 })
    expect(await find(' 360科 ')).toEqual({ userIds: [other.userId], totalPage: 1 })
    expect((await find('_100%')).userIds).toEqual([one.userId])
    expect((await find('阳%3')).userIds).toEqual([])
    expect((await find(String(one.userId))).userIds).toEqual([one.userId])
    expect((await find(other.mobilePhone)).userIds).toEqual([other.userId])
    expect((await find(other.mobilePhone.slice(0, -1))).userIds).toEqual([])
    expect((await find('')).userIds).toEqual(expect.arrayContaining([one.userId, other.userId]))
    await decide(one.userId, { isPassed: true })
    expect((await find('欧阳')).userIds).toEqual([other.userId])
    expect((await find('1'.repeat(64))).userIds).toEqual([])
    expect((await server.get(`${WAITING}&text=${'1'.repeat(65)}`, operator)).code).toBe(1080)
  })

  it('decides each request once', async () => {
    const { userId, token } = await people.member()
    await server.post(PERSONAL, card, { token })
    const verificationId = (await waitingOf(userId))?.verificationId
    const answers = await Promise.all(
      [true, false].map((isPassed) => server.post(DECIDE, { verificationId, isPassed, reason: 'x' }, operator)),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([1080, 200].toSorted())
  })
})

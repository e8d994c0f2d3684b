import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import type { VerificationState } from '@yunji/contract/accounts/verification/schema'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createFileSystemStore } from '../../../adapters/object-store/file-system.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import { createSealedTexts } from '../../../platform/sealed-texts.ts'
import { singleKey } from '../../../platform/signing-keys.ts'
import { verificationPictures, verifications } from '../../../tables/identity.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { createPeople } from '../../../testing/people.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'
import { pictureKey } from './upload-picture.ts'

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
const waitingOf = async (userId: number) => {
  const { records } = (await server.get(WAITING, operator)).data as {
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
  it('are kept for the operator; the embedded reader says that it cannot read', async () => {
    const { userId, token } = await people.member()
    const { data } = await uploadPicture(token)
    expect(data).toEqual({ pictureId: expect.stringMatching(/^[a-f0-9]{32}$/), recognized: null })
    await server.post(PERSONAL, { ...card, pictureIds: [data.pictureId] }, { token })
    expect((await waitingOf(userId))?.pictures).toEqual([data.pictureId])
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

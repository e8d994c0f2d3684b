import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import type { ActivationGoods } from '@yunji/contract/commerce/activation/schema'
import type { ChangeOffer, ChangeOptions } from '@yunji/contract/commerce/change/schema'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { entryOf } from '@yunji/testkit/system'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSmsCodes } from './modules/accounts/sms-codes/index.ts'
import { openNumber } from './modules/accounts/verification/seal-numbers.ts'
import { sealContext } from './modules/commerce/activation/mint-codes.ts'
import { DAY_MS } from './platform/clock.ts'
import { AppError } from './platform/errors.ts'
import { createSealedTexts } from './platform/sealed-texts.ts'
import { createSigningKeys, type SigningKeys } from './platform/signing-keys.ts'
import { seedActivationGoods } from './seed/activation.ts'
import { activationCodes } from './tables/activation.ts'
import { deviceGrants, deviceShares } from './tables/devices.ts'
import { verifications } from './tables/identity.ts'
import { trialMarks, trials } from './tables/trials.ts'
import { createDevices } from './testing/devices.ts'
import { createPeople, type People } from './testing/people.ts'
import { type ServerHarness, startServerHarness } from './testing/server-harness.ts'
import { openShop, type Shop } from './testing/shop.ts'
import { createTenant } from './testing/tenant.ts'
import { createWalletHarness } from './testing/wallet.ts'

const COMMAND = entryOf(fileURLToPath(new URL('keys-main.ts', import.meta.url)))
const NUMBER = '11010519491231002X'
const [FIRST, SECOND] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
const rawOf = (key: Buffer): string => `raw.${key.toString('base64url')}`
const ROTATED = `2:${rawOf(SECOND)},1:${rawOf(FIRST)}`
const second = { number: 2, key: SECOND }

let server: ServerHarness
let make: ReturnType<typeof createDevices>
let shop: Shop
let folder = ''
beforeAll(async () => {
  server = await startServerHarness()
  make = createDevices(server)
  shop = await openShop(server)
  folder = await mkdtemp(join(tmpdir(), 'yunji-keys-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The command as an operator runs it. */
const run = async (command: string, env: Record<string, string> = {}) => {
  const own = { PATH: process.env['PATH'] ?? '', YUNJI_DATA_DIR: folder, DATABASE_URL: server.database.url, ...env }
  const ended = await promisify(execFile)(process.execPath, [COMMAND, command], { env: own }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code: 'code' in ended ? ended.code : 0, said: ended.stdout + ended.stderr }
}

const buyCode = async (buyer: Awaited<ReturnType<ReturnType<typeof createDevices>['addPerson']>>): Promise<void> => {
  await seedActivationGoods(server.database.db)
  const wallet = createWalletHarness(server)
  await wallet.fill(buyer.userId, 'beans', 10_000_000)
  const { data } = await server.get('/vmcloud/api/activation/getActivationGoods')
  const { id, goodPrice } = (data as { goods: ActivationGoods[] }).goods[0] as ActivationGoods
  const body = { id, quantity: 1, goodPrice, totalCents: goodPrice }
  const { orderId } = (await wallet.order('purchaseActivationCode', buyer.token, body)).data as OrderInfo
  await wallet.pay(buyer.token, orderId, PayMethod.beans)
  await wallet.ended(buyer.token, orderId, OrderStatus.fulfilled)
}

it('seals card numbers and codes with the new key, and leaves what no key opens', async () => {
  const { db } = server.database
  const card = { name: '李小云', idCard: NUMBER, gender: 2, birthday: '1949-12-31', pictureIds: [] }
  const [person, lost] = [await make.addPerson(), await make.addPerson()]
  for (const { token } of [person, lost]) await server.post('/vmcloud/api/verification/submitPersonal', card, { token })
  await db.update(verifications).set({ number: 'v2.9.AAAAAAAAAAAA' }).where(eq(verifications.userId, lost.userId))
  await buyCode(person)

  const resealed = await run('reseal', { YUNJI_SIGNING_KEYS: ROTATED })
  expect(resealed).toMatchObject({ code: 1, said: expect.stringContaining('verification: 1 sealed anew, 1 left') })
  expect(resealed.said).toContain('activation: 1 sealed anew, 0 left')
  expect(await run('status', { YUNJI_SIGNING_KEYS: ROTATED })).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      /key 2: writes, 2 sealed texts\n.*key 1: reads, 0 sealed texts, may go.*\n✗ key 9 is not here, and 1 texts/,
    ),
  })

  // The first key is removed; all data stays readable.
  const texts = createSealedTexts(createSigningKeys([second]))
  const [row] = await db.select().from(verifications).where(eq(verifications.userId, person.userId))
  expect(row && openNumber(texts, row)).toBe(NUMBER)
  const [code] = await db.select().from(activationCodes)
  expect(code && texts.open(code.sealedCode, sealContext(code.digest))).toMatch(/^\w+$/)
})

it('says that share links and marks of trials may need an old key', async () => {
  const { db } = server.database
  const [owner, guest] = [await make.addPerson(), await make.addPerson()]
  const { id: deviceId } = await make.addDevice(owner.userId)
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3 * DAY_MS)]
  const hashes = { secretHash: Buffer.alloc(32, 1), codeHash: Buffer.alloc(32, 2) }
  const [share] = await db
    .insert(deviceShares)
    .values({ deviceId, ownerId: owner.userId, guestId: guest.userId, createdAt, ...hashes })
    .returning()
  const right = { deviceId, granteeId: guest.userId, shareId: share?.id ?? 0, access: 'view', createdAt } as const
  await db.insert(deviceGrants).values({ ...right, state: 'active', expiresAt })
  const [trial] = await db.insert(trials).values({ userId: owner.userId, deviceId, claimedAt: createdAt }).returning()
  await db.insert(trialMarks).values({ mark: Buffer.alloc(32, 1), trialId: trial?.id ?? 0 })
  const day = expiresAt.toISOString().slice(0, 10)
  const needed = `key 1: reads, 0 sealed texts; 1 open share links, until ${day} and 1 marks of trials may need it`
  expect((await run('status', { YUNJI_SIGNING_KEYS: ROTATED })).said).toContain(needed)
  await db.delete(trials)
  await db.delete(deviceGrants)
  expect((await run('status', { YUNJI_SIGNING_KEYS: ROTATED })).said).toContain('may go a day after the rotation')
})

it('adds a key to a data folder, or shows one for the settings', async () => {
  expect(await run('rotate')).toMatchObject({ code: 0, said: expect.stringContaining('key 2') })
  const { code, said } = await run('rotate', { YUNJI_SIGNING_KEYS: ROTATED })
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringMatching(/^ {2}3:[\w-]{64}$/m) })
  expect(said).not.toContain(rawOf(FIRST))
})

it('lets a code by SMS be used that was sent before the rotation', async () => {
  const mobilePhone = '13900077001'
  await server.post('/vmcloud/api/sms/sendCode', { mobilePhone, type: SmsPurpose.login })
  const code = server.lastCode(mobilePhone)
  const log = pino({ level: 'silent' })
  const anybody = { key: Buffer.from('somebody'), codeScopes: [Buffer.alloc(0)] }
  const codesWith = (signingKeys: SigningKeys) =>
    createSmsCodes({ ...server, log, sms: server.providers.sms, signingKeys })
  await expect(
    codesWith(createSigningKeys([second])).use(mobilePhone, SmsPurpose.login, code, anybody),
  ).rejects.toThrow(AppError)
  await codesWith(createSigningKeys([second, { number: 1, key: FIRST }])).use(
    mobilePhone,
    SmsPurpose.login,
    code,
    anybody,
  )
})

/** Each kind of signed or sealed data, written by one process and read by another; returns the reader's answers. */
const exchange = async (from: ServerHarness, to: ServerHarness, people: People) => {
  const codes: Record<string, number> = {}
  const member = await people.member()
  const { mobilePhone, password, token } = member

  const newcomer = people.newPhone()
  const login = { mobilePhone: newcomer, code: await people.codeFor(newcomer, SmsPurpose.login) }
  codes['code by SMS'] = (await to.post('/vmcloud/api/user/smsLogin', login)).code

  const card = { name: '李小云', idCard: NUMBER, gender: 2, birthday: '1949-12-31', pictureIds: [] }
  await from.post('/vmcloud/api/verification/submitPersonal', card, { token })
  const { data: state } = await to.get('/vmcloud/api/verification/getVerification', { token })
  expect(state).toMatchObject({ personal: { number: expect.stringMatching(/^1.+X$/) } })

  const tenant = createTenant(from, shop, member)
  await tenant.fill('balance', 100_000)
  const { deviceId } = await tenant.rent(shop.productId)
  const { data: options } = await from.get(`/vmcloud/api/change/getChangeOptions?deviceId=${deviceId}`, { token })
  const { offers = [] } = (options as ChangeOptions).configurations[0] ?? {}
  const offer = offers.find(({ payableCents }) => payableCents > 0) as ChangeOffer
  const change = { deviceId, id: offer.id, quote: offer.quote, totalCents: offer.payableCents }
  const headers = { 'idempotency-key': shop.nextKey() }
  codes['quote'] = (await to.post('/vmcloud/api/order/createUpOrDownOrder', change, { token, headers })).code

  const proved = await from.post('/vmcloud/api/user/checkOldMobile', { mobilePhone, password }, { token })
  const next = people.newPhone()
  const code = await people.codeFor(next, SmsPurpose.changePhone, token)
  const { proof } = proved.data as { proof: string }
  const moved = await to.post('/vmcloud/api/user/changeBindingMobile', { mobilePhone: next, code, proof }, { token })
  codes['proof of a phone'] = moved.code
  return { codes, token }
}

it('fails nobody while processes rotate one after the other', async () => {
  const first = { number: 1, key: FIRST }
  const beside = (...keys: [typeof first, ...(typeof first)[]]) =>
    startServerHarness({}, server.log, undefined, server.place, createSigningKeys(keys))
  // `server` was not restarted; the second process knows the new key, and the third writes with it.
  const announced = await beside(first, second)
  const rotated = await beside(second, first)
  const ways = [
    [server, announced],
    [server, rotated],
    [announced, server],
    [announced, rotated],
    [rotated, announced],
  ] as const
  const answers = await Promise.all(
    ways.map(([from, to], at) => exchange(from, to, createPeople(from, 13_900_080_000 + at * 100))),
  )
  for (const { codes } of answers) expect(codes).toEqual({ 'code by SMS': 200, quote: 200, 'proof of a phone': 200 })
  // Data sealed with the new key reads as empty in a process without that key; its calls still succeed.
  await run('reseal', { YUNJI_SIGNING_KEYS: ROTATED })
  for (const { token } of answers) {
    const [blind, seeing] = await Promise.all(
      [server, announced].map((each) => each.get('/vmcloud/api/verification/getVerification', { token })),
    )
    expect(blind).toMatchObject({ code: 200, data: { personal: { number: '' } } })
    expect(seeing).toMatchObject({ code: 200, data: { personal: { number: expect.stringMatching(/^1.+X$/) } } })
  }
  for (const each of [announced, rotated]) await each.close()
}, 300_000)

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ActivationGoods } from '@yunji/contract/activation/schema'
import { OrderStatus, PayMethod } from '@yunji/contract/order/enums'
import type { OrderInfo } from '@yunji/contract/order/schema'
import { SmsPurpose } from '@yunji/contract/sms/enums'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeOf } from './modules/activation/mint.ts'
import { createSmsCodes } from './modules/sms-codes/index.ts'
import { openNumber } from './modules/verification/numbers.ts'
import { AppError } from './platform/errors.ts'
import { createSealedTexts } from './platform/sealed-texts.ts'
import { createSigningKeys, type SigningKeys } from './platform/signing-keys.ts'
import { seedActivationGoods } from './seed/activation.ts'
import { activationCodes } from './tables/activation.ts'
import { verifications } from './tables/identity.ts'
import { createDevices } from './testing/devices.ts'
import { createPurse } from './testing/purse.ts'
import { type ServerHarness, startServerHarness } from './testing/server-harness.ts'
import { openShop } from './testing/shop.ts'

const COMMAND = fileURLToPath(new URL('keys-main.ts', import.meta.url))
const NUMBER = '11010519491231002X'
const [FIRST, SECOND] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
const rawOf = (key: Buffer): string => `raw.${key.toString('base64url')}`
const ROTATED = `2:${rawOf(SECOND)},1:${rawOf(FIRST)}`
const second = { number: 2, key: SECOND }

let server: ServerHarness
let folder = ''
beforeAll(async () => {
  server = await startServerHarness()
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
  await openShop(server)
  await seedActivationGoods(server.database.db)
  const purse = createPurse(server)
  await purse.fill(buyer.userId, 'beans', 10_000_000)
  const { data } = await server.get('/vmcloud/api/activation/getActivationGoods')
  const { id, goodPrice } = (data as { goods: ActivationGoods[] }).goods[0] as ActivationGoods
  const body = { id, quantity: 1, goodPrice, totalCents: goodPrice }
  const { orderId } = (await purse.order('purchaseActivationCode', buyer.token, body)).data as OrderInfo
  await purse.pay(buyer.token, orderId, PayMethod.beans)
  await purse.ended(buyer.token, orderId, OrderStatus.fulfilled)
}

it('seals card numbers and codes with the new key, and leaves what no key opens', async () => {
  const { db } = server.database
  const card = { name: '李小云', idCard: NUMBER, gender: 2, birthday: '1949-12-31', pictureIds: [] }
  const make = createDevices(server)
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

  // The first key is gone, and nothing with it.
  const texts = createSealedTexts(createSigningKeys([second]))
  const [row] = await db.select().from(verifications).where(eq(verifications.userId, person.userId))
  expect(row && openNumber(texts, row)).toBe(NUMBER)
  const [code] = await db.select().from(activationCodes)
  expect(code && texts.open(code.sealedCode, placeOf(code.digest))).toMatch(/^\w+$/)
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
  const anybody = { key: Buffer.from('somebody'), lanes: [Buffer.alloc(0)] }
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

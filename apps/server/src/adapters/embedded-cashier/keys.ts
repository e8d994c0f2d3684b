import { generateKeyPair, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/private-files.ts'

/** The keys of both sides: ours as a merchant, and the cashier's own. As PEM, like what providers hand out. */
export interface CashierKeys {
  readonly merchantPrivateKey: string
  readonly merchantPublicKey: string
  readonly cashierPrivateKey: string
  readonly cashierPublicKey: string
  readonly apiV3Key: string
}

const makePair = promisify(generateKeyPair)

const newPair = () =>
  makePair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

const newKeys = async (): Promise<CashierKeys> => {
  const [merchant, cashier] = await Promise.all([newPair(), newPair()])
  return {
    merchantPrivateKey: merchant.privateKey,
    merchantPublicKey: merchant.publicKey,
    cashierPrivateKey: cashier.privateKey,
    cashierPublicKey: cashier.publicKey,
    apiV3Key: randomBytes(16).toString('hex'),
  }
}

/** Made once, and kept in the data folder: what was signed before a restart is good after it. */
export const findCashierKeys = async (folder: string): Promise<CashierKeys> => {
  const file = join(folder, 'keys.json')
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept !== undefined) return JSON.parse(kept) as CashierKeys
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  // Of several processes that begin at once, one writes them.
  await writeFile(file, JSON.stringify(await newKeys()), { mode: PRIVATE_FILE, flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return JSON.parse(await readFile(file, 'utf8')) as CashierKeys
}

/** Who stands on either side of the embedded cashier: numbers that no real provider gives. */
export const demoMerchant = {
  alipayAppId: 'demo-alipay-app',
  alipaySellerId: 'demo-alipay-seller',
  mchid: 'demo-mchid',
  merchantSerial: 'DEMO0MERCHANT0SERIAL',
  cashierSerial: 'DEMO0CASHIER0SERIAL',
} as const

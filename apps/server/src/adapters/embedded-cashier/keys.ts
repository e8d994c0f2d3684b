import { generateKeyPair, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/private-files.ts'

/** PEM keys of both sides, merchant and cashier, in the format that providers issue. */
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

/** Generated once and stored in the data folder, so that signatures stay valid after a restart. */
export const findCashierKeys = async (folder: string): Promise<CashierKeys> => {
  const file = join(folder, 'keys.json')
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept !== undefined) return JSON.parse(kept) as CashierKeys
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  // Of several processes that start at once, one writes the file.
  await writeFile(file, JSON.stringify(await newKeys()), { mode: PRIVATE_FILE, flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return JSON.parse(await readFile(file, 'utf8')) as CashierKeys
}

/** Merchant and app ids of the embedded cashier; no real provider issues such numbers. */
export const demoMerchant = {
  alipayAppId: 'demo-alipay-app',
  alipaySellerId: 'demo-alipay-seller',
  mchid: 'demo-mchid',
  merchantSerial: 'DEMO0MERCHANT0SERIAL',
  cashierSerial: 'DEMO0CASHIER0SERIAL',
} as const

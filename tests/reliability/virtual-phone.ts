import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadPhoneKeys, type PhoneKeys } from '@yunji/phone-driver/keys'
import { startPhoneHost } from '@yunji/virtual-phone/host'

export interface VirtualPhoneAddress {
  readonly host: string
  readonly port: number
  /** Authorised by the phone. */
  readonly keys: PhoneKeys
}

export const withVirtualPhone = async <Result>(
  work: (phone: VirtualPhoneAddress) => Promise<Result>,
): Promise<Result> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'yunji-phone-'))
  const keys = await loadPhoneKeys(path.join(folder, 'adb'))
  const host = await startPhoneHost({ dataDir: folder, secret: 'of this experiment' })
  try {
    return await work({ ...(await host.put('subject', { authorisedKeys: [keys.publicKey] })), keys })
  } finally {
    await host.close()
    await rm(folder, { recursive: true, force: true })
  }
}

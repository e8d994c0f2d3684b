import type { Storage } from '../platform/storage/storage.ts'
import { storage } from '../platform/storage/storage.ts'

const KEY = 'deviceToken'

export interface DeviceToken {
  /** Field of the calls that take the token; empty before the server has issued one. */
  sent(): { readonly deviceToken?: string }
  save(deviceToken: string | undefined): void
}

/** Tells the server that this device has logged in before: no stranger's guesses stop it. It stays after a logout. */
const createDeviceToken = (kept: Pick<Storage, 'read' | 'write'>): DeviceToken => ({
  sent: () => {
    const token = kept.read(KEY)
    return typeof token === 'string' && token !== '' ? { deviceToken: token } : {}
  },
  save: (token) => {
    if (token) kept.write(KEY, token)
  },
})

export const deviceToken = createDeviceToken(storage)

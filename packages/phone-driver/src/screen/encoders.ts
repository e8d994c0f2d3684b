import { AdbScrcpyClient, AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy'
import type { Link } from '../link/link.ts'
import { PHONE_PATH } from '../scrcpy-server.ts'
import type { PhoneEncoder } from '../types.ts'
import { pushServer } from './server.ts'

const TIMEOUT_MS = 20_000

/** Video encoders as scrcpy's server reports them. */
export async function listEncoders(link: Link): Promise<PhoneEncoder[]> {
  await pushServer(link)
  const operation = link.begin('listing the encoders', TIMEOUT_MS)
  try {
    const options = new AdbScrcpyOptions3_3_3({ cleanup: false })
    const found = await operation.race(AdbScrcpyClient.getEncoders(link.adb, PHONE_PATH, options))
    return found
      .filter(({ type }) => type === 'video')
      .map(({ codec = '', name, hardwareType }) => ({ codec, name, isHardware: hardwareType === 'hardware' }))
  } finally {
    operation.end()
  }
}

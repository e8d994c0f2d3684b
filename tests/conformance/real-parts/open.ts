import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadPhoneKeys, type PhoneKeys } from '@yunji/phone-driver/keys'
import { openPhone } from '@yunji/phone-driver/phone'
import { makeZip } from '@yunji/virtual-phone/testing/make-apk'
import { RealPartsPhone, type ShellUser } from '../../../tools/real-parts/phone.ts'
import { findRealParts } from '../../../tools/real-parts/setup.ts'
import type { PhoneUnderTest } from '../phone-suite.ts'

/** Checks of the suite that need what these parts do not have. */
const LACKS = {
  'a restart ends its screen, keeps its files, and is over when it says so':
    "Debian's adbd has no reboot service: AOSP builds it for Android only",
}

/** Why there are no real parts here; undefined where there are. */
export const missingReason = async (): Promise<string | undefined> => {
  const found = await findRealParts()
  return 'reason' in found ? found.reason : undefined
}

export interface RealPartsUnderTest extends PhoneUnderTest {
  /** The phone from outside: its log of events, faults, restarts. */
  readonly parts: RealPartsPhone
  /** Folder with the driver's key, as `YUNJI_DATA_DIR`. */
  readonly dataDir: string
  readonly keys: PhoneKeys
  readonly user: ShellUser
}

export async function openRealParts(user: ShellUser): Promise<RealPartsUnderTest> {
  const found = await findRealParts()
  if ('reason' in found) throw new Error(found.reason)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'yunji-phone-'))
  const keys = await loadPhoneKeys(path.join(dataDir, 'adb'))
  const parts = await RealPartsPhone.start(found, user)
  const phone = openPhone({ host: parts.host, port: parts.port, keys })
  const stop = async () => {
    await phone.close()
    await parts.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  // The package manager of these phones reads the package name from an entry's name.
  const apk = makeZip([['package/com.example.suite', randomBytes(200_000)]])
  const setAway = (service: string, isAway: boolean) => parts.setFault(service, isAway)
  return { phone, parts, dataDir, user, keys, mayErase: true, apk, lacks: LACKS, setAway, stop }
}

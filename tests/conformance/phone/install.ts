import type { Phone } from '@yunji/phone-driver/types'
import { expect } from 'vitest'
import type { InstallCheck } from '../phone-suite.ts'

const userApps = async (phone: Phone): Promise<string[]> =>
  (await phone.listApps()).filter(({ isSystem }) => !isSystem).map(({ packageName }) => packageName)

/** Chunked, as an upload from a browser. */
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  const size = Math.max(1, Math.ceil(bytes.length / 3))
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

export const installChecks: readonly InstallCheck[] = [
  {
    name: 'an app is installed, listed, installed again over itself, and gone once it is removed',
    async install(phone, apk) {
      const before = await userApps(phone)
      const progress: number[] = []
      await phone.install(pieces(apk), apk.length, (doneBytes) => progress.push(doneBytes))
      expect(progress.at(-1)).toBe(apk.length)
      const added = (await userApps(phone)).filter((name) => !before.includes(name))
      expect(added, 'the package to install must not be there before').toHaveLength(1)
      const [packageName = ''] = added
      await phone.install([apk], apk.length)
      expect((await userApps(phone)).filter((name) => name === packageName)).toHaveLength(1)
      await phone.uninstall(packageName)
      expect(await userApps(phone)).toEqual(before)
      await expect(phone.uninstall(packageName)).rejects.toMatchObject({ kind: 'absentPackage' })
    },
  },
]

import { expect } from 'vitest'
import type { PhoneCheck } from '../phone-suite.ts'

export const appChecks: readonly PhoneCheck[] = [
  {
    name: 'the apps that came with it are listed',
    async run(phone) {
      const settings = (await phone.listApps()).find(({ packageName }) => packageName === 'com.android.settings')
      expect(settings).toMatchObject({
        isSystem: true,
        versionCode: expect.any(Number),
        versionName: expect.any(String),
      })
      expect(settings?.sizeBytes).toBeGreaterThan(0)
    },
  },
  {
    name: 'what is no package is not installed',
    async run(phone) {
      const bytes = Buffer.from('this is no package')
      await expect(phone.install([bytes], bytes.length)).rejects.toMatchObject({ kind: 'badPackage' })
    },
  },
  {
    name: 'an absent app is told as absent',
    async run(phone) {
      await expect(phone.uninstall('com.example.absent')).rejects.toMatchObject({ kind: 'absentPackage' })
    },
  },
]

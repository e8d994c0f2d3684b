import { expect } from 'vitest'
import type { AwayCheck } from '../phone-suite.ts'

const FILE = '/sdcard/Download/mine.txt'
/** Each is asked by a factory reset. */
const ASKED = ['package', 'settings', 'account', 'lock_settings']

export const awayChecks: readonly AwayCheck[] = [
  {
    name: 'without its package service no app is called absent',
    async run(phone, setAway) {
      await setAway('package', true)
      await expect(phone.uninstall('com.example.absent')).rejects.toMatchObject({ kind: 'commandFailed' })
      await expect(phone.listApps()).rejects.toMatchObject({ kind: 'commandFailed' })
      await setAway('package', false)
      await expect(phone.uninstall('com.example.absent')).rejects.toMatchObject({ kind: 'absentPackage' })
    },
  },
  {
    name: 'back to factory is no success while a service does not answer',
    async run(phone, setAway) {
      for (const service of ASKED) {
        await phone.push(FILE, [Buffer.from('mine')])
        await setAway(service, true)
        await expect(phone.factoryReset()).rejects.toMatchObject({ kind: 'commandFailed' })
        await setAway(service, false)
      }
      await phone.factoryReset()
      await expect(phone.pull(FILE)).rejects.toMatchObject({ kind: 'commandFailed' })
    },
  },
]

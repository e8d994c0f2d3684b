import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { eventually } from '@yunji/testkit/eventually'
import { expect } from 'vitest'
import type { PhoneCheck } from '../phone-suite.ts'

const FILE = '/sdcard/Download/lasting.txt'
const write = (text: string) => [Buffer.from(text)]

export const persistenceChecks: readonly PhoneCheck[] = [
  {
    name: 'a restart ends its screen, keeps its files, and is over when it says so',
    async run(phone) {
      await phone.push(FILE, write('before'))
      const screen = await phone.openScreen()
      const ends: unknown[] = []
      screen.onEnd((reason) => ends.push(reason))
      await phone.reboot()
      expect((await phone.health()).isBooted).toBe(true)
      expect((await buffer(await phone.pull(FILE))).toString()).toBe('before')
      await eventually(() => expect(ends).toMatchObject([{ kind: 'lost' }]))
    },
  },
  {
    name: 'a backup brings back what was there',
    erases: true,
    async run(phone) {
      await phone.push(FILE, write('archived'))
      const { body, finished } = await phone.createBackup()
      const archive = await buffer(body)
      expect(await finished).toMatchObject({
        sizeBytes: archive.length,
        sha256: createHash('sha256').update(archive).digest('hex'),
      })
      await phone.push(FILE, write('changed'))
      const { sizeBytes, sha256, contents } = await finished
      expect(await phone.restoreBackup([archive], contents, { sizeBytes })).toMatchObject({ sizeBytes, sha256 })
      expect((await buffer(await phone.pull(FILE))).toString()).toBe('archived')
    },
  },
  {
    name: 'back to factory leaves nothing of the user',
    erases: true,
    async run(phone) {
      const mine = [FILE, '/sdcard/.hidden', '/sdcard/Mine/a/b', '/data/local/tmp/tool']
      for (const file of mine) await phone.push(file, write('mine'))
      await phone.factoryReset()
      for (const file of mine) await expect(phone.pull(file)).rejects.toMatchObject({ kind: 'commandFailed' })
      expect((await phone.listApps()).filter(({ isSystem }) => !isSystem)).toEqual([])
      expect((await phone.health()).isBooted).toBe(true)
    },
  },
  {
    name: 'back to factory says what cannot be removed',
    erases: true,
    async run(phone) {
      await phone.run(['locksettings', 'set-pin', '1379'])
      const refused = { kind: 'notErased', message: expect.stringContaining('a screen lock') }
      await expect(phone.factoryReset()).rejects.toMatchObject(refused)
      await phone.run(['locksettings', 'clear', '--old', '1379'])
      await phone.factoryReset()
    },
  },
]

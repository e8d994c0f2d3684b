import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type PhoneHost, startPhoneHost } from '@yunji/virtual-phone/host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone } from '../phone.ts'
import { createKeys } from '../testing/scripted-phone.ts'

const keys = createKeys()
/** Behind the start code and the header of the SPS. */
const PROFILE_AT = 5
const BASELINE = 66
const HIGH = 100
let folder: string
let host: PhoneHost

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yunji-session-'))
  host = await startPhoneHost({ dataDir: folder, secret: 'of this test', bootMs: 0 })
})
afterAll(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  [false, BASELINE, []],
  [true, HIGH, [expect.stringContaining('refuses the baseline profile')]],
])(
  'an encoder that refuses a profile (%s) encodes profile %i, at the size asked for',
  async (refusesProfile, profile, logged) => {
    const { port } = await host.put(`phone-${profile}`, { authorisedKeys: [keys.publicKey], refusesProfile })
    const log: string[] = []
    const phone = openPhone({ host: '127.0.0.1', port, keys, log: (line) => log.push(line) })
    for (const maxSize of [1280, 640]) {
      const screen = await phone.openScreen({ maxSize })
      expect([screen.size.height, screen.config.data[PROFILE_AT]]).toEqual([maxSize, profile])
      await screen.close()
    }
    expect(log).toEqual(logged)
    await phone.close()
  },
)

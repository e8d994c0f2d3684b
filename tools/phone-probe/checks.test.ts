import { Readable } from 'node:stream'
import { PhoneError } from '@yunji/phone-driver/errors'
import type { Phone } from '@yunji/phone-driver/types'
import { expect, test } from 'vitest'
import { checks } from './checks.ts'

const runCheck = (name: string, phone: Partial<Phone>): Promise<string> =>
  checks.find((check) => check.name === name)?.run(phone as Phone) ?? Promise.reject(new Error(`no check ${name}`))

test('an archive that fails is a finding and does not end the probe', async () => {
  const reason = new PhoneError('commandFailed', 'tar failed')
  const finished = Promise.reject(reason)
  finished.catch(() => {}) // as the driver does
  const body = new Readable({
    read() {
      this.destroy(reason)
    },
  })
  await expect(runCheck('archive', { createArchive: async () => ({ body, finished }) })).rejects.toBe(reason)
})

import { createFakeClock } from '@yunji/testkit/fake-clock'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LoopbackServer } from '../loopback.ts'
import { callTencent } from './call.ts'
import { startEmbeddedTencent } from './embedded.ts'

const credentials = { id: 'id', key: 'key' }
const clock = createFakeClock()

let server: LoopbackServer
beforeAll(async () => {
  const actions = { Echo: (input: object) => ({ answer: { input } }) }
  server = await startEmbeddedTencent({ credentials, clock, service: 'sms', actions })
})
afterAll(() => server.close())

const call = (action: string, changes: { at?: number; service?: string; key?: string } = {}) => {
  const at = createFakeClock(new Date(clock.now().getTime() + (changes.at ?? 0)))
  const service = { name: changes.service ?? 'sms', version: '1', region: 'r', endpoint: server.url }
  return callTencent(
    { credentials: { ...credentials, key: changes.key ?? credentials.key }, clock: at },
    service,
    action,
    { text: '云' },
  )
}

it('performs what is signed', async () => expect(await call('Echo')).toMatchObject({ input: { text: '云' } }))

it('refuses another key, another service and a request out of its time', async () => {
  for (const changes of [{ key: 'other' }, { service: 'ocr' }, { at: -301_000 }, { at: 301_000 }])
    await expect(call('Echo', changes)).rejects.toThrow('AuthFailure.SignatureFailure')
})

it('refuses an action that it does not have', async () =>
  await expect(call('Nothing')).rejects.toThrow('InvalidAction'))

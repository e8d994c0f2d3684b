import type { LoginResult } from '@yunji/contract/accounts/user/schema'
import { MessageType } from '@yunji/contract/messages/rules'
import { eventually } from '@yunji/testkit/eventually'
import { expect, it } from 'vitest'
import { DAY_MS, later } from '../platform/clock.ts'
import { createDevices } from '../testing/devices.ts'
import { createReader } from '../testing/messages.ts'
import { useServer } from '../testing/use-server.ts'
import { demoAccount, seedDemo } from './demo.ts'
import { seedDemoMessages } from './demo-messages.ts'

const server = await useServer()
await seedDemo(server.database.db, server.clock)

it('tells the demo account a handful of things that are so, once', async () => {
  const { mobilePhone, password } = demoAccount
  const { data } = await server.post('/vmcloud/api/user/login', { mobilePhone, password })
  const { token, userId } = data as LoginResult
  const reader = createReader(server, token)
  const expiresAt = later(server.clock.now(), (DAY_MS * 3) / 4)
  const { id } = await createDevices(server).addDevice(userId, { name: '消消乐园 01', expiresAt })
  const seed = () => seedDemoMessages(server.database.db, server.clock, server)
  const summary = async () => (await reader.summary()).map(({ unreadCount }) => unreadCount)
  await Promise.all([seed(), seed()])
  await eventually(async () => expect(await summary()).toEqual([2, 1, 0, 0, 0]))
  expect(await reader.waitFor(MessageType.renewalReminder, '设备即将到期')).toMatchObject({
    device: { deviceId: id, name: '消消乐园 01' },
    content: expect.stringContaining('消消乐园 01 将于 '),
  })

  await seed()
  const { rows } = await server.database.pool.query('select 1 from outbox where delivered_at is null')
  expect([rows, await summary()]).toEqual([[], [2, 1, 0, 0, 0]])
})

import { expect, it } from 'vitest'
import { users } from '../tables/identity.ts'
import { useServer } from '../testing/use-server.ts'
import { demoAccount, seedDemo } from './demo.ts'

const server = await useServer()

it('lets a newcomer in, and changes nothing at the next start', async () => {
  const { db } = server.database
  await seedDemo(db, server.clock)
  const { mobilePhone, password } = demoAccount
  const answer = await server.post('/vmcloud/api/user/login', { mobilePhone, password })
  expect(answer.code).toBe(200)

  await db.update(users).set({ name: '改过的名字' })
  await seedDemo(db, server.clock)
  expect(await db.select({ name: users.name }).from(users)).toEqual([{ name: '改过的名字' }])
})

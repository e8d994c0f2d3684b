import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useServer } from '../testing/use-server.ts'
import { createLogger } from './logger.ts'

const PHONE = '13912345678'
const PASSWORD = 'secret2026'

const lines: string[] = []
const log = createLogger('trace', { write: (line) => void lines.push(line) })
const server = await useServer({}, log)
await server.addUser(PHONE, PASSWORD)

it('tells of each call by route, code and user', async () => {
  const { data } = await server.post('/vmcloud/api/user/login', { mobilePhone: PHONE, password: PASSWORD })
  const { token, userId } = data as { token: string; userId: number }
  await server.get(`/vmcloud/api/user/getUserInfo?mobilePhone=${PHONE}`, { token })
  const last = JSON.parse(lines.at(-1) ?? '{}')
  expect(last).toMatchObject({ route: '/vmcloud/api/user/getUserInfo', code: 200, userId, reqId: expect.any(String) })
  expect(lines.join()).not.toMatch(new RegExp([PHONE, PASSWORD, token].join('|')))
})

it('tells of a failed query without its parameters', async () => {
  const failing = server.database.db.execute(sql`select ${PHONE}::int / 0, ${PASSWORD}`)
  log.error(
    { err: await failing.catch((error: unknown) => error), mobilePhone: PHONE, user: { password: PASSWORD } },
    'x',
  )
  const line = lines.at(-1) ?? ''
  expect(line).toContain('failed query: select')
  expect(line).toContain('22003')
  expect(line).not.toMatch(new RegExp([PHONE, PASSWORD].join('|')))
})

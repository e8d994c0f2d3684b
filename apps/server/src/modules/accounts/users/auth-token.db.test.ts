import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { createPeople } from '../../../testing/people.ts'
import { EXTERNAL_SECRET, startServerHarness } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'

const AUTH_TOKEN = '/vmcloud/api/user/getAuthToken'
const REFUSED = { code: 1080, msg: '凭证无效、已过期或已使用' }

const server = await useServer()
const people = createPeople(server, 13_900_006_000)

const issue = async (token: string): Promise<string> =>
  ((await server.get(AUTH_TOKEN, { token })).data as { token: string }).token
const exchange = (token: string, secret = EXTERNAL_SECRET) =>
  server.post('/vmcloud/api/user/exchangeAuthToken', { token, secret })

it('tells the server of an external page who stands before it, once', async () => {
  const { userId, token } = await people.member()
  const given = await issue(token)
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(given)))
  expect(answers.filter(({ code }) => code === 200)).toMatchObject([{ data: { userId } }])
  expect(answers.filter(({ code }) => code !== 200)).toHaveLength(9)
  // The same token in another spelling.
  expect(await exchange(given.replace(/^k/, 'k0'))).toMatchObject(REFUSED)
  expect(await exchange(await issue(token))).toMatchObject({ code: 200 })
})

it('works for 60 s, and only with the shared secret, whose lack uses no token up', async () => {
  const { token } = await people.member()
  const given = await issue(token)
  for (const secret of ['', `${EXTERNAL_SECRET}x`, 'x'.repeat(200)]) {
    expect(await exchange(given, secret)).toMatchObject(REFUSED)
  }
  expect(await exchange(given)).toMatchObject({ code: 200 })
  const late = await issue(token)
  server.clock.advance(MINUTE_MS)
  expect(await exchange(late)).toMatchObject(REFUSED)
  expect(await exchange('nonsense')).toMatchObject(REFUSED)
})

it('is refused for an account that was frozen meanwhile, and where no secret is set', async () => {
  const { userId, token } = await people.member()
  const given = await issue(token)
  await server.database.pool.query('update users set frozen_at = now() where id = $1', [userId])
  expect(await exchange(given)).toMatchObject(REFUSED)
  const closed = await startServerHarness({}, undefined, undefined, undefined, undefined, {})
  const input = { token: given, secret: '' }
  expect(await closed.post('/vmcloud/api/user/exchangeAuthToken', input)).toMatchObject(REFUSED)
  await closed.stop()
})

it('opens nothing of the account, and its use is forgotten after a day', async () => {
  const { mobilePhone, token } = await people.member()
  const given = await issue(token)
  expect(given).not.toContain(token)
  expect(await people.stateOf(given)).toBe(2017)
  const change = { mobilePhone: people.newPhone(), code: '000000', proof: given }
  expect((await server.post('/vmcloud/api/user/changeBindingMobile', change, { token })).code).toBe(1008)
  const bind = { bindTicket: given, mobilePhone, code: '000000' }
  expect((await server.post('/vmcloud/api/user/bindWechatPhone', bind)).code).toBe(1004)
  await exchange(given)
  server.clock.advance(2 * 24 * 60 * MINUTE_MS)
  await server.runJob('maintenance.sweep')
  expect((await server.database.pool.query('select 1 from exchanged_page_tokens')).rowCount).toBe(0)
})

it('needs a login', async () => expect((await server.get(AUTH_TOKEN)).code).toBe(2017))

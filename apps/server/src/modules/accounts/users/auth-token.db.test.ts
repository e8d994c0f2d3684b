import { createFakeClock } from '@yunji/testkit/fake-clock'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { createSignedTokens } from '../../../platform/signed-tokens.ts'
import { singleKey } from '../../../platform/signing-keys.ts'
import { createPeople } from '../../../testing/people.ts'
import { useServer } from '../../../testing/use-server.ts'
import { readAuthToken } from './index.ts'

const AUTH_TOKEN = '/vmcloud/api/user/getAuthToken'

const server = await useServer()
const people = createPeople(server, 13_900_006_000)

const tokensAt = (clock: ReturnType<typeof createFakeClock>) =>
  createSignedTokens(singleKey(Buffer.alloc(32, 7)), clock)

it('tells an external page who stands before it, for 60 s', async () => {
  const { userId, token } = await people.member()
  const { code, data } = await server.get(AUTH_TOKEN, { token })
  expect(code).toBe(200)
  const { token: given } = data as { token: string }
  const clock = createFakeClock(server.clock.now())
  expect(readAuthToken(tokensAt(clock), given)).toEqual({ userId })
  clock.advance(MINUTE_MS)
  expect(readAuthToken(tokensAt(clock), given)).toBeUndefined()
})

it('opens nothing of the account, and is stored nowhere', async () => {
  const { mobilePhone, password, token } = await people.member()
  const { token: given } = (await server.get(AUTH_TOKEN, { token })).data as { token: string }
  expect(given).not.toContain(token)
  expect(await people.stateOf(given)).toBe(2017)
  const change = { mobilePhone: people.newPhone(), code: '000000', proof: given }
  expect((await server.post('/vmcloud/api/user/changeBindingMobile', change, { token })).code).toBe(1008)
  const bind = { bindTicket: given, mobilePhone, code: '000000' }
  expect((await server.post('/vmcloud/api/user/bindWechatPhone', bind)).code).toBe(1004)
  const proof = await server.post('/vmcloud/api/user/checkOldMobile', { mobilePhone, password }, { token })
  expect(
    readAuthToken(tokensAt(createFakeClock(server.clock.now())), (proof.data as { proof: string }).proof),
  ).toBeUndefined()
})

it('needs a login', async () => expect((await server.get(AUTH_TOKEN)).code).toBe(2017))

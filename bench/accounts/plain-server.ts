import type { AddressInfo } from 'node:net'
import { login } from '@yunji/contract/accounts/session/calls'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { buildPlainRoute } from '../../apps/server/src/testing/plain-route.ts'
import { SAMPLE_USER } from '../platform/sample-user.ts'

const SAMPLE_LOGIN = { token: 'A'.repeat(43), userId: SAMPLE_USER.userId, showModifyPassword: 0 }

const [call] = process.argv.slice(2)
const app = call === login.path ? buildPlainRoute(login, SAMPLE_LOGIN) : buildPlainRoute(getUserInfo, SAMPLE_USER)
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)

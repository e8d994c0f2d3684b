/**
 * Reference of the benches: Fastify that answers a constant, or a bare transaction on the same PostgreSQL.
 * Arguments: the kind of server, then its own.
 */
import type { AddressInfo } from 'node:net'
import { login } from '@yunji/contract/accounts/session/calls'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { getGoodsList } from '@yunji/contract/commerce/commodity/calls'
import { buildBareNotices } from '../../apps/server/src/testing/bare-notices.ts'
import { buildBareOrders } from '../../apps/server/src/testing/bare-orders.ts'
import { buildPlainRoute } from '../../apps/server/src/testing/plain-route.ts'
import { SAMPLE_USER } from './samples.ts'

const SAMPLE_LOGIN = { token: 'A'.repeat(43), userId: SAMPLE_USER.userId, showModifyPassword: 0 }

const servers = {
  userInfo: () => buildPlainRoute(getUserInfo, SAMPLE_USER),
  login: () => buildPlainRoute(login, SAMPLE_LOGIN),
  goodsList: (list: string) => buildPlainRoute(getGoodsList, JSON.parse(list) as object),
  orders: (databaseUrl: string) => buildBareOrders(databaseUrl),
  notices: (databaseUrl: string) => buildBareNotices(databaseUrl),
}

export type ReferenceKind = keyof typeof servers

const [kind = '', argument = ''] = process.argv.slice(2)
const app = servers[kind as ReferenceKind](argument)
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)

import type { AddressInfo } from 'node:net'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { buildPlainRoute } from '../../apps/server/src/testing/plain-route.ts'
import { SAMPLE_USER } from './sample-user.ts'

const app = buildPlainRoute(getUserInfo, SAMPLE_USER)
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)

import type { AddressInfo } from 'node:net'
import { getGoodsList } from '@yunji/contract/commerce/commodity/calls'
import { buildPlainRoute } from '../../apps/server/src/testing/plain-route.ts'

const app = buildPlainRoute(getGoodsList, JSON.parse(process.argv[2] ?? '') as object)
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)

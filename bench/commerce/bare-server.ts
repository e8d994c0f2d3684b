import type { AddressInfo } from 'node:net'
import { buildBareOrders } from '../../apps/server/src/testing/bare-orders.ts'

const app = buildBareOrders(process.argv[2] ?? '')
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)

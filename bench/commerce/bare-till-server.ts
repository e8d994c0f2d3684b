import type { AddressInfo } from 'node:net'
import { buildBareNotices } from '../../apps/server/src/testing/bare-notices.ts'

const app = buildBareNotices(process.argv[2] ?? '')
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)

import { OrderStatus } from '@yunji/contract/order/enums'
import { eventually } from '@yunji/testkit/eventually'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDevices } from '../../testing/devices.ts'
import { type ServerHarness, startServerHarness } from '../../testing/server-harness.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { openTills, type Tills } from '../../testing/tills.ts'
import { auditLedger } from '../ledger/index.ts'

let server: ServerHarness
let shop: Shop
let tills: Tills
let token: string

beforeAll(async () => {
  server = await startServerHarness()
  shop = await openShop(server)
  const buyer = await createDevices(server).addPerson()
  token = buyer.token
  tills = openTills(server, shop, token)
})
afterAll(() => server.stop())

const reached = (orderId: number, status: OrderStatus) =>
  eventually(async () => expect(await tills.infoOf(orderId)).toMatchObject({ status }))

describe('paying through a provider', () => {
  it.each(['alipay', 'wechat'] as const)('%s takes the money, tells us, and the phones come up', async (provider) => {
    const { orderId, payableCents } = await tills.order()
    const { next, outTradeNo } = await tills.open(orderId, provider)
    expect(next).toMatchObject({ kind: 'redirect', url: expect.stringMatching(/^\/demo\//) })
    expect(await tills.check(orderId)).toMatchObject({ status: OrderStatus.pending, payMethod: null })
    await tills.cashier.cashier.pay(provider, outTradeNo)
    await reached(orderId, OrderStatus.fulfilled)
    expect(await tills.paymentsOf(orderId)).toMatchObject([
      { state: 'paid', isSettling: true, amountCents: payableCents, provider },
    ])
    expect(await auditLedger(server.database.db)).toEqual([])
  })
})

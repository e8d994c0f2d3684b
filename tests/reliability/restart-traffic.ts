import { setTimeout as delay } from 'node:timers/promises'
import { login } from '@yunji/contract/accounts/session/calls'
import { createTicket, getDeviceList } from '@yunji/contract/devices/device/calls'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { eventually } from '@yunji/testkit/eventually'
import type { Random } from '@yunji/testkit/random'
import { jsonPost, type RawRequest } from '@yunji/testkit/raw-http'
import { withClient } from '@yunji/testkit/with-client'
import { demoAccount } from '../../apps/server/src/seed/demo.ts'
import { describe, readEnvelope } from '../support/envelope.ts'
import type { Balancer } from './balancer.ts'
import { addBuyers, type Buyer, createPurchaseLoad, findProduct } from './purchase-load.ts'
import { brokenBooks, lostPurchases, unsettled } from './purchase-verdict.ts'
import { openWatcher, type Watcher } from './screen-watcher.ts'

const BUYERS = 2
/** Guards against hanging only. */
const DEADLINE_MS = 300_000
const OPEN_AGAIN_MS = 50

interface TrafficParts {
  readonly url: string
  readonly balancer: Balancer
  readonly random: Random
}

/** Buyers, screen viewers and `/live` listeners, through a balancer whose servers restart. */
export const startTraffic = async ({ url, balancer, random }: TrafficParts) => {
  const buyers = await addBuyers(url, BUYERS)
  const left = new Map<Buyer, number>(buyers.map((buyer) => [buyer, 0]))
  const mayBuy = (buyer: Buyer): boolean => {
    const count = left.get(buyer) ?? 0
    if (count > 0) left.set(buyer, count - 1)
    return count > 0
  }
  const product = await findProduct(url)
  const purchases = createPurchaseLoad({ send: balancer.send, buyers, product, random, mayBeCut: false, mayBuy })
  const shopping = purchases.run()
  const listeners = buyers.map(({ token }) => openListener(balancer, token))
  const watchers = await openWatchers(balancer, random)

  const buyMore = (each: number): void => buyers.forEach((buyer) => left.set(buyer, (left.get(buyer) ?? 0) + each))

  return {
    purchases,
    buyMore,

    /** Every screen shows frames and every listener receives events again. */
    async expectAlive(): Promise<void> {
      const receivedBefore = listeners.map((listener) => listener.countReceived())
      for (const watcher of watchers) watcher.resetPictures()
      buyMore(1)
      await eventually(
        () => {
          for (const watcher of watchers) {
            watcher.requestKeyFrame()
            watcher.assertPicture()
          }
        },
        { deadlineMs: DEADLINE_MS, everyMs: 100 },
      )
      await eventually(
        () => {
          if (purchases.violations.length > 0) return
          const isSilent = listeners.some((listener, index) => listener.countReceived() <= (receivedBefore[index] ?? 0))
          if (isSilent) throw new Error('a listener received no event of its purchase')
        },
        { deadlineMs: DEADLINE_MS },
      )
    },

    /** Ends the traffic; returns everything dropped, lost or duplicated. */
    async end(): Promise<string[]> {
      await eventually(
        () => {
          const waiting = [...left.values()].reduce((sum, count) => sum + count, 0)
          if (waiting > 0) throw new Error(`${waiting} purchases have not begun`)
        },
        { deadlineMs: DEADLINE_MS },
      )
      purchases.stop()
      await shopping
      for (const part of [...watchers, ...listeners]) part.close()
      const { orders } = purchases
      await eventually(async () => assertNone('not known to be paid', await unsettled(url, orders)), {
        deadlineMs: DEADLINE_MS,
      })
      const paid = [...orders].flatMap(([orderId, { isPaid }]) => (isPaid ? orderId : []))
      await eventually(async () => assertNone('not delivered', (await deliveriesOf(url, paid)).late), {
        deadlineMs: DEADLINE_MS,
      })
      return [
        ...purchases.violations,
        ...listeners.flatMap((listener) => listener.violations),
        ...watchers.flatMap((watcher) => watcher.failures),
        ...(await lostPurchases(url, orders)),
        ...(await brokenBooks(url)),
        ...(await deliveriesOf(url, paid)).doubled.map((orderId) => `order ${orderId} was delivered twice`),
      ]
    },

    /** Cleanup of a failed experiment. */
    abandon(): void {
      purchases.end()
      for (const part of [...watchers, ...listeners]) part.close()
    },
  }
}

const assertNone = (what: string, orderIds: readonly number[]): void => {
  if (orderIds.length > 0) throw new Error(`orders ${orderIds.join(', ')} are ${what}`)
}

/** Paid orders without a running phone, and those with more than one. */
const deliveriesOf = (url: string, paid: readonly number[]): Promise<{ late: number[]; doubled: number[] }> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; phones: number; running: number }>(
      `select o.id, count(d.id)::int as phones, count(d.id) filter (where d.state = 'running')::int as running
       from orders o left join order_devices od on od.order_id = o.id left join devices d on d.id = od.device_id
       where o.id = any($1::bigint[]) group by o.id`,
      [paid],
    )
    const idsOf = (isWanted: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(isWanted).map(({ id }) => Number(id))
    return { late: idsOf(({ running }) => running === 0), doubled: idsOf(({ phones }) => phones > 1) }
  })

/** One reconnecting viewer for each phone of the demo account. */
const openWatchers = async ({ send, pickPort }: Balancer, random: Random): Promise<Watcher[]> => {
  const call = async <Data>(request: RawRequest): Promise<Data> => {
    const answer = await send(request)
    const envelope = readEnvelope(answer)
    if (envelope?.code !== 200) throw new Error(`${request.path} answered ${describe(answer)}`)
    return envelope.data as Data
  }
  const { mobilePhone, password } = demoAccount
  const { token } = await call<{ token: string }>(jsonPost(login.path, { mobilePhone, password }))
  const list: RawRequest = { method: 'GET', path: `${getDeviceList.path}?rows=100`, headers: { token } }
  const devices = await eventually(
    async () => {
      const { records } = await call<{ records: DeviceRecord[] }>(list)
      const states = records.map(({ state }) => state)
      if (states.length === 0 || states.some((state) => state !== 'running')) throw new Error(`devices are ${states}`)
      return records
    },
    { deadlineMs: DEADLINE_MS },
  )
  return devices.map(({ deviceId }) =>
    openWatcher({
      url: () => `ws://localhost:${pickPort()}${sideRoutes.stream.path}`,
      newTicket: async () =>
        (await call<{ ticket: string }>(jsonPost(createTicket.path, { deviceId, mode: 'control' }, { token }))).ticket,
      random: () => random.next(),
    }),
  )
}

/** A `/live` client that reopens ended connections; a cut or refused one is a violation. */
const openListener = ({ pickPort }: Balancer, token: string) => {
  const violations: string[] = []
  const over = new AbortController()
  const { signal } = over
  let received = 0

  const listenOnce = async (): Promise<void> => {
    const answer = await fetch(`http://localhost:${pickPort()}${sideRoutes.live.path}`, { headers: { token }, signal })
    if (answer.status !== 200 || !answer.body) {
      violations.push(`/live answered ${answer.status}`)
      return
    }
    const decoder = new TextDecoder()
    for await (const chunk of answer.body) {
      const text = decoder.decode(chunk, { stream: true })
      received += text
        .split('data: ')
        .slice(1)
        .filter((event) => !event.includes('"ready"')).length
    }
  }
  const listen = async (): Promise<void> => {
    while (!signal.aborted) {
      await listenOnce().catch((error: unknown) => {
        if (!signal.aborted) violations.push(`/live was cut: ${String(error)}`)
      })
      await delay(OPEN_AGAIN_MS)
    }
  }
  void listen()
  return { violations, countReceived: (): number => received, close: (): void => over.abort() }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { deleteGateway, exchangeLeases, type LeaseIntent } from '../modules/devices/streams/index.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Listener } from '../platform/listener.ts'
import { type ControlLease, createControlLease, type Holder, type LeaseListener } from './control-lease.ts'

/** NOTIFY channel of leases that move, with the device as payload; sent by triggers (migration 33). */
const CHANNEL = 'screen_leases'
/** Time after which a gateway that does not renew itself has lost its leases. */
const LEASE_MS = 6_000
/** Interval of the renewals: three may fail. Without notifications a request is noticed at the next one. */
const RENEW_EVERY_MS = 1_500
/** A database that is away keeps no process from ending: the row expires. */
const CLOSE_LIMIT_MS = 2_000
/** Share of the lease that is not used: two clocks do not run at exactly the same speed. */
const MARGIN = 0.05

interface ScreenLeaseOptions {
  readonly pool: Pool
  readonly listener: Listener
  readonly log: Logger
  /** Of idle times. */
  readonly clock: Clock
  readonly leaseMs?: number
  readonly renewEveryMs?: number
  /** Clocks of this machine by which a lease ends: the monotonic one, and one that goes on while the machine sleeps. */
  readonly steadyMs?: () => number
  readonly wallMs?: () => number
}

/**
 * Leases of this process on the encoders and controls of its phones. One row of the process is renewed for all of them;
 * the database's clock decides when it has expired. Here a lease ends a fixed time after its last successful renewal was
 * *sent*, which is never later, whatever the clock of this machine says and however long the process was stopped.
 */
export const createScreenLeases = <Viewer extends Holder>({
  pool,
  listener,
  log,
  clock,
  leaseMs = LEASE_MS,
  renewEveryMs = RENEW_EVERY_MS,
  steadyMs = () => performance.now(),
  wallMs = () => systemClock.now().getTime(),
}: ScreenLeaseOptions) => {
  const leases = new Map<number, ControlLease<Viewer>>()
  const usableMs = leaseMs * (1 - MARGIN)
  let gatewayId = randomUUID()
  let isRegistered = false
  let round = 0
  let renewedAt = { steadyMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY }
  /** The next round also releases leases of closed screens, and looks for expired gateways. */
  let isWholeWanted = false
  let isFailing = false
  let underWay: Promise<void> | undefined
  let isWanted = false
  let timer: NodeJS.Timeout | undefined

  const readClocks = () => ({ steadyMs: steadyMs(), wallMs: wallMs() })
  const isLive = (): boolean => {
    const now = readClocks()
    return now.steadyMs - renewedAt.steadyMs < usableMs && now.wallMs - renewedAt.wallMs < usableMs
  }

  const register = (): void => {
    gatewayId = randomUUID()
    isRegistered = false
    round = 0
  }

  const runRound = async (): Promise<void> => {
    const sentAt = readClocks()
    const known = [...leases]
    const intents: LeaseIntent[] = known.map(([deviceId, lease]) => ({ deviceId, ...lease.prepare() }))
    const isWhole =
      isWholeWanted ||
      known.some(([, lease]) => lease.isUnclaimed) ||
      intents.some(({ request, answer }) => request !== 'none' || answer !== 'none')
    isWholeWanted = false
    round += 1
    try {
      const lease = { gatewayId, isRegistered, round, leaseMs, intents }
      const { isAlive, leases: rows } = await exchangeLeases(pool, lease, isWhole)
      isFailing = false
      if (isAlive) {
        isRegistered = true
        renewedAt = sentAt
      } else {
        log.warn({ gatewayId }, 'gateway lease lost')
        register()
        isWanted = true
      }
      for (const [deviceId, each] of known) if (leases.get(deviceId) === each) each.apply(rows.get(deviceId))
      // Given up by its gateway: claimed with the next round. A whole one has tried that.
      if (!isWhole && known.some(([, each]) => each.isUnclaimed)) isWanted = true
    } catch (error) {
      isWholeWanted ||= isWhole
      log[isFailing ? 'debug' : 'warn']({ err: error, gatewayId }, 'gateway lease renewal failed')
      isFailing = true
      for (const lease of leases.values()) lease.fail()
    }
  }

  /** Gives the row back when no screen is open; the next one registers anew. */
  const unregister = async (): Promise<void> => {
    const old = gatewayId
    const mayHaveRow = round > 0
    register()
    clearInterval(timer)
    timer = undefined
    if (mayHaveRow)
      await deleteGateway(pool, old).catch((error: unknown) =>
        log.debug({ err: error, gatewayId: old }, 'gateway lease release failed'),
      )
  }

  const run = async (): Promise<void> => {
    try {
      do {
        isWanted = false
        if (leases.size > 0) await runRound()
        else await unregister()
      } while (isWanted)
    } finally {
      // In the same turn as the last check: a wish in between would wait for the timer.
      underWay = undefined
    }
  }

  /** One round at a time; whatever is wanted meanwhile is in the next one. */
  const sync = (): void => {
    isWanted = true
    // Not before the caller has said all that it wants.
    underWay ??= Promise.resolve().then(run)
  }

  const syncIfOpen = (): void => {
    if (leases.size > 0) sync()
  }
  const tick = (): void => {
    isWholeWanted ||= [...leases.values()].some(({ isMine }) => !isMine)
    syncIfOpen()
  }
  listener.on(CHANNEL, {
    onNotification: (deviceId) => void (leases.has(Number(deviceId)) && sync()),
    onConnected: syncIfOpen,
  })

  return {
    /** Lease of a device whose screen is open here. */
    open(deviceId: number, changes: LeaseListener<Viewer>): ControlLease<Viewer> {
      const nowMs = () => clock.now().getTime()
      const close = (): void => {
        if (leases.get(deviceId) !== lease) return
        leases.delete(deviceId)
        isWholeWanted = true
        sync()
      }
      const lease = createControlLease<Viewer>({ nowMs, isLive, sync: syncIfOpen, close, listener: changes })
      // The device has got another phone: the screen of the old one is about to close.
      leases.get(deviceId)?.apply(undefined)
      leases.set(deviceId, lease)
      timer ??= setInterval(tick, renewEveryMs).unref()
      sync()
      return lease
    },

    /** After the last screen was closed. */
    async close(): Promise<void> {
      leases.clear()
      clearInterval(timer)
      const released = Promise.resolve(underWay).then(unregister)
      await Promise.race([released, delay(CLOSE_LIMIT_MS, undefined, { ref: false })])
    },
  }
}

import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { listGatewayUrls } from './store.ts'

interface SourcesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

/** A new gateway is named to pages within this time. */
const READ_EVERY_MS = 30_000

/** No wildcard and no separator of a policy, which an address may contain; a policy cannot name an IPv6 address. */
const HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d+)?$/

/** Origins of a gateway on another host: its screens (`wss:`), and its latency and uploads (`https:`). */
export const sourcesOf = (gatewayUrl: string): readonly string[] => {
  const { protocol, host } = URL.parse(gatewayUrl) ?? {}
  if (protocol === undefined || host === undefined || !HOST.test(host)) return []
  if (protocol === 'wss:') return [`wss://${host}`, `https://${host}`]
  return protocol === 'ws:' ? [`ws://${host}`, `http://${host}`] : []
}

/** Sources that pages may connect to beside their own host: the gateways of all zones, and nothing else. */
export const createGatewaySources = async ({ database: { db }, clock, log }: SourcesDeps) => {
  let sources: readonly string[] = []
  let readAtMs = 0
  let isReading = false
  const refused = new Set<string>()
  const read = async (): Promise<void> => {
    readAtMs = clock.now().getTime()
    const named = new Set<string>()
    for (const gatewayUrl of await listGatewayUrls(db)) {
      const own = sourcesOf(gatewayUrl)
      for (const source of own) named.add(source)
      if (own.length > 0 || gatewayUrl.startsWith('/') || refused.has(gatewayUrl)) continue
      refused.add(gatewayUrl)
      log.error({ gatewayUrl }, 'gateway address is not ws:// or wss:// with a host: browsers cannot connect to it')
    }
    const next = [...named].toSorted()
    if (next.join() !== sources.join()) sources = next
  }
  const readSafely = async (): Promise<void> => {
    isReading = true
    await read()
      .catch((error: unknown) => log.warn({ err: error }, 'gateway addresses not read'))
      .finally(() => (isReading = false))
  }
  await readSafely()
  /** The last known ones at once; they are read again beside the request. */
  return (): readonly string[] => {
    if (!isReading && Math.abs(clock.now().getTime() - readAtMs) >= READ_EVERY_MS) void readSafely()
    return sources
  }
}

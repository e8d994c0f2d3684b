import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ProviderName } from '../../platform/payments.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/private-files.ts'
import type { Trade } from './trade.ts'

/** Job name of the notices in the log. */
export const NOTICES_JOB = 'cashier.sendNotices'
const NUMBER = /^[\w-]{6,32}$/

/** Trades stored as one file each: they survive a restart, and changes to one trade are serialized. */
export const createTrades = (folder: string, log: Logger) => {
  const changesByTrade = new Map<string, Promise<unknown>>()
  const unreadable = new Set<string>()
  let writes = 0

  const nameOf = (protocol: ProviderName, outTradeNo: string): string => `${protocol}-${outTradeNo}.json`
  const readTrade = async (name: string): Promise<Trade | undefined> => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    return text === undefined ? undefined : (JSON.parse(text) as Trade)
  }
  const writeTrade = async (name: string, trade: Trade): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    const draft = join(folder, `${name}.${process.pid}-${++writes}`)
    await writeFile(draft, JSON.stringify(trade), { mode: PRIVATE_FILE })
    await rename(draft, join(folder, name))
  }

  /** All trades. A malformed file is skipped and logged once. */
  const list = async (): Promise<Trade[]> => {
    const names = await readdir(folder).catch(() => [])
    const tryRead = async (name: string): Promise<Trade[]> => {
      try {
        const trade = await readTrade(name)
        return trade ? [trade] : []
      } catch (error) {
        if (!unreadable.has(name)) log.error({ job: NOTICES_JOB, file: name, err: error }, 'trade file unreadable')
        unreadable.add(name)
        return []
      }
    }
    return (await Promise.all(names.filter((name) => name.endsWith('.json')).map(tryRead))).flat()
  }

  return {
    find: async (protocol: ProviderName, outTradeNo: string): Promise<Trade | undefined> =>
      NUMBER.test(outTradeNo) ? readTrade(nameOf(protocol, outTradeNo)) : undefined,

    /** Returns the changed trade; a change that throws writes nothing. */
    change<Changed extends Trade | undefined>(
      protocol: ProviderName,
      outTradeNo: string,
      change: (trade: Trade | undefined) => Changed,
    ): Promise<Changed> {
      if (!NUMBER.test(outTradeNo)) throw new RangeError('not a number of a trade')
      const name = nameOf(protocol, outTradeNo)
      const work = async (): Promise<Changed> => {
        const before = await readTrade(name)
        const changed = change(before)
        if (changed && changed !== before) await writeTrade(name, changed)
        return changed
      }
      const queued = (changesByTrade.get(name) ?? Promise.resolve()).then(work, work)
      changesByTrade.set(name, queued)
      void queued
        .catch(() => undefined)
        .finally(() => changesByTrade.get(name) === queued && changesByTrade.delete(name))
      return queued
    },

    list,

    /** Trades with unacknowledged notices. */
    listWithPendingNotices: async (): Promise<Trade[]> => (await list()).filter(({ notices }) => notices.length > 0),
  }
}

export type Trades = ReturnType<typeof createTrades>

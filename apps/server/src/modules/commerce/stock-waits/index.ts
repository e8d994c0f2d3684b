import * as calls from '@yunji/contract/commerce/commodity/calls'
import { STOCK_WAIT_DAYS } from '@yunji/contract/commerce/commodity/terms'
import type { Logger } from 'pino'
import { type Clock, DAY_MS, later } from '../../../platform/clock.ts'
import type { Database, Db } from '../../../platform/database.ts'
import { createBackoff, forEachBatch, readBatches } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import type { OutboxEvent } from '../../../platform/outbox/events.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { findOpenTrial, listTrialZones } from '../../devices/trials/index.ts'
import {
  countWaits,
  deleteExpiredWaits,
  deleteWait,
  type FreeTrials,
  hasGoods,
  hasWait,
  listStockNews,
  listWaits,
  lockWaits,
  type StockNews,
  takeWaits,
  upsertWait,
  type Wanted,
} from './store.ts'

interface StockWaitDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly outbox: Outbox
}

const AT_ONCE = 200
/** Waits of one account. */
const MAX_STOCK_WAITS = 20

const setWait = ({ database: { db }, clock }: StockWaitDeps, userId: number, wanted: Wanted, isOn: boolean) =>
  db.transaction(async (tx) => {
    await lockWaits(tx, userId)
    if (!isOn) await deleteWait(tx, userId, wanted)
    else {
      if (!(await hasGoods(tx, wanted))) throw new AppError('GOODS_NOT_EXIST')
      const isNew = !(await hasWait(tx, userId, wanted))
      if (isNew && (await countWaits(tx, userId)) >= MAX_STOCK_WAITS)
        throw new AppError('SHOW_ERROR_TIP', { text: `最多可以有 ${MAX_STOCK_WAITS} 个到货提醒，请先取消不用的` })
      const now = clock.now()
      await upsertWait(tx, userId, wanted, now, later(now, STOCK_WAIT_DAYS * DAY_MS))
    }
    return { waits: await listWaits(tx, userId) }
  })

export const stockWaitRoutes = (deps: StockWaitDeps): Binding[] => [
  bind(calls.getStockWaits, async (_input, { caller: { userId } }) => ({
    waits: await listWaits(deps.database.db, userId),
  })),
  bind(calls.setStockWait, ({ isOn, ...wanted }, { caller: { userId } }) => setWait(deps, userId, wanted, isOn)),
]

const eventOf = ({ id, userId, goodId, configId, goodsName, zoneName, isForTrial }: StockNews): OutboxEvent => ({
  event: 'stockBack',
  userId,
  key: `stockBack:${id}`,
  payload: { goodId, configId, goodsName, zoneName, isForTrial },
})

const findFreeTrials = async (db: Db): Promise<FreeTrials> => {
  const open = await findOpenTrial(db)
  if (!open) return { configId: 0, zoneIds: [] }
  return { configId: open.phone.configId, zoneIds: (await listTrialZones(db, open)).map(({ zoneId }) => zoneId) }
}

/** Tells those who wait for goods that are sold again, each once, and forgets waits that are too old. */
export const announceStock = ({ database: { db }, clock, log, outbox }: StockWaitDeps) => {
  const fields = ({ id: waitId }: StockNews) => ({ waitId })
  const work = { job: 'stock.announce', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    await deleteExpiredWaits(db, clock.now())
    const free = await findFreeTrials(db)
    const batches = readBatches<StockNews>(AT_ONCE, (after, limit) => listStockNews(db, free, limit, after?.id))
    for await (const batch of batches)
      await forEachBatch(work, batch, (some) =>
        db.transaction(async (tx) => {
          const taken = await takeWaits(
            tx,
            some.map(({ id }) => id),
          )
          await outbox.addAll(tx, some.filter(({ id }) => taken.has(id)).map(eventOf))
        }),
      )
  }
}

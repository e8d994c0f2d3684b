import type { getOrderPhones as orderPhonesCall } from '@yunji/contract/commerce/order/calls'
import type { OrderPhone } from '@yunji/contract/commerce/order/schema'
import type { CallData } from '@yunji/contract/wire/call'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { OrderDeps } from './deps.ts'
import { belongsToRedeemers } from './get-order-info.ts'
import { findOrderGoods } from './order-goods.ts'
import { findFirstTask, hasEarlierPurchase, listDevices } from './query-store.ts'
import { findOrder, type OrderRow } from './store.ts'

/** Kinds of orders that become new phones. */
const PHONE_KINDS: readonly OrderRow['kind'][] = ['buy', 'seckill', 'bigUser']

/** Orders of other kinds start no task: one found for their devices would be another order's. */
const KINDS_WITH_TASK: ReadonlySet<OrderRow['kind']> = new Set([...PHONE_KINDS, 'change', 'video'])

/** The phones of an order, and the task that its payment has started. */
export const getOrderPhones =
  ({ database: { db } }: OrderDeps) =>
  async ({ userId }: Caller, orderId: number): Promise<CallData<typeof orderPhonesCall>> => {
    const order = await findOrder(db, userId, orderId)
    if (!order) throw new AppError('NOT_FOUND')
    const phones = belongsToRedeemers(order) ? [] : await listPhones(db, orderId)
    const deviceIds = [...phones.map(({ deviceId }) => deviceId), ...(order.purchase.deviceIds ?? [])]
    const hasTask = KINDS_WITH_TASK.has(order.kind) && deviceIds.length > 0
    const taskId = order.paidAt && hasTask ? await findFirstTask(db, deviceIds, order.paidAt) : null
    const goods = await findOrderGoods(db, [order])
    const isFirstPurchase = PHONE_KINDS.includes(order.kind) && !(await hasEarlierPurchase(db, order, PHONE_KINDS))
    return { phones, taskId, goods: goods.get(orderId) ?? null, isFirstPurchase }
  }

const listPhones = async (db: Db, orderId: number): Promise<OrderPhone[]> =>
  (await listDevices(db, orderId)).map(
    ({ device: { name, expiresAt }, share: { deviceId, paidCents, returnedAt } }) => ({
      deviceId,
      name,
      paidCents,
      isReturned: returnedAt !== null,
      expiresAt: expiresAt.getTime(),
    }),
  )

import { showToast } from '../../../shared/feedback/toast.ts'
import { late } from './lazy-bundles'

type Orders = Awaited<ReturnType<typeof late.orders>>

/** Lets the user order something, as soon as what asks them and sends it has come. */
export const giveOrder = async (give: (orders: Orders) => Promise<void>): Promise<void> => {
  const orders = await late.orders().catch(() => undefined)
  if (!orders) return showToast(NOT_LOADED, 'error')
  await give(orders)
}

export const NOT_LOADED = '加载失败，请检查网络后重试'

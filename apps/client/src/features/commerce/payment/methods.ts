import { isOfferedIn } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod, type PayScene, payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { formatBeans, formatYuan } from '@yunji/contract/display/money'

interface Wallet {
  readonly beansCents: number
  readonly balanceCents: number
}

/** Row of a payment method. */
export interface MethodRow {
  readonly method: PayMethod
  readonly name: string
  /** Available funds, for beans and balance. */
  readonly note?: string
  /** Too little in it: this account can be filled. */
  readonly shortOf?: WalletAccount
}

const walletRow = (method: PayMethod, payableCents: number, wallet: Wallet | undefined): MethodRow => {
  const name = payMethodLabels[method]
  if (!wallet) return { method, name }
  const isBeans = method === PayMethod.beans
  const hasCents = isBeans ? wallet.beansCents : wallet.balanceCents
  const isShort = hasCents < payableCents
  const note = isBeans
    ? `可用 ${formatBeans(hasCents)} 豆${isShort ? `，需 ${formatBeans(payableCents)} 豆` : ''}`
    : `¥${formatYuan(hasCents)} 可用${isShort ? `，需 ¥${formatYuan(payableCents)}` : ''}`
  return { method, name, note, ...(isShort && { shortOf: isBeans ? 'beans' : 'balance' }) }
}

const isWallet = (method: PayMethod): boolean => method === PayMethod.beans || method === PayMethod.balance

export const methodRows = (
  { payMethods, payableCents }: Pick<OrderInfo, 'payMethods' | 'payableCents'>,
  wallet: Wallet | undefined,
  scene: PayScene,
): readonly MethodRow[] =>
  payMethods
    .filter((method) => method !== PayMethod.iosVirtual && isOfferedIn(method, scene))
    .map((method) =>
      isWallet(method) ? walletRow(method, payableCents, wallet) : { method, name: payMethodLabels[method] },
    )

/** The selected method if it can pay, else the first that can. */
export const methodToUse = (rows: readonly MethodRow[], chosen: PayMethod | undefined): MethodRow | undefined => {
  const able = rows.filter(({ shortOf }) => shortOf === undefined)
  return able.find(({ method }) => method === chosen) ?? able[0]
}

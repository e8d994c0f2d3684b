import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { formatBeans, formatYuan } from '@yunji/contract/display/money'

export const accountLabels: Readonly<Record<WalletAccount, string>> = { beans: '云豆', balance: '账户余额' }

/** Beans are counted; money has two places and its sign. */
export const amountOf = (account: WalletAccount, cents: number): string =>
  account === 'beans' ? formatBeans(cents) : `¥${formatYuan(cents)}`

/** `+1,280`, `-¥19.90`. */
export const changeOf = (account: WalletAccount, cents: number): string =>
  `${cents < 0 ? '-' : '+'}${amountOf(account, Math.abs(cents))}`

import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { formatBeans, formatYuan } from '@yunji/contract/display/money'

export const accountLabels: Readonly<Record<WalletAccount, string>> = { beans: '云豆', balance: '账户余额' }

/** Beans are counted; money has two places and its sign. */
export const amountOf = (account: WalletAccount, cents: number): string =>
  account === 'beans' ? formatBeans(cents) : `¥${formatYuan(cents)}`

/** `+1,280`, `-¥19.90`. */
export const changeOf = (account: WalletAccount, cents: number): string =>
  `${cents < 0 ? '-' : '+'}${amountOf(account, Math.abs(cents))}`

const AHEAD_OF_UTC_MS = 8 * 60 * 60 * 1000

/** `YYYY-MM`, as the server cuts statements. */
export type Month = string

const two = (part: number): string => String(part).padStart(2, '0')

const monthOf = (atMs: number): Month => {
  const day = new Date(atMs)
  return `${day.getUTCFullYear()}-${two(day.getUTCMonth() + 1)}`
}

/** Statements are cut by the months of China, wherever they are read. */
export const chineseMonthOf = (nowMs: number): Month => monthOf(nowMs + AHEAD_OF_UTC_MS)

export const monthAfter = (month: Month, months: number): Month => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(Date.UTC(year, number - 1 + months))
}

/** `2026 年 11 月`. */
export const monthLabel = (month: Month): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return `${year} 年 ${number} 月`
}

/** A month and those before it, the latest first. */
export const monthsUpTo = (month: Month, count: number): readonly Month[] =>
  Array.from({ length: count }, (_, index) => monthAfter(month, -index))

import type { getAccountFigures } from '@yunji/contract/commerce/wallet/calls'
import { formatBeans, formatCurrency, formatYuan } from '@yunji/contract/display/money'
import { formatFileSize } from '@yunji/contract/display/text'
import type { PageRoute } from '@yunji/contract/pages'
import type { CallData } from '@yunji/contract/wire/call'

export type AccountFigures = CallData<typeof getAccountFigures>

const LONG_YUAN_CENTS = 10_000_00
/** A bean has no places behind a point, so one more digit fits. */
const LONG_BEANS_CENTS = 1_000_000

export const shortYuan = (cents: number): string =>
  cents < LONG_YUAN_CENTS ? formatYuan(cents) : formatCurrency(cents, { places: 1 })

/** Shortened like money: single beans do not matter above a million. */
export const shortBeans = (cents: number): string =>
  cents < LONG_BEANS_CENTS ? formatBeans(cents) : formatCurrency(cents * 100, { places: 1 })

/** Words about a month in place of beans; a saving only where there is one. */
export const monthlyText = (figures: AccountFigures | undefined): string =>
  figures && figures.monthlySavingPercent > 0 ? `云豆转包月，最高省 ${figures.monthlySavingPercent}%` : '云豆转包月'

/** Notes of the two tiles; absent for zero. */
export const notesOf = ({ unusedCodes, spaceUsedBytes }: AccountFigures): Partial<Record<PageRoute, string>> => ({
  ...(unusedCodes > 0 && { 'user/activateDevice': `${unusedCodes} 个未使用` }),
  ...(spaceUsedBytes > 0 && { 'Space/index': `已用 ${formatFileSize(spaceUsedBytes)}` }),
})

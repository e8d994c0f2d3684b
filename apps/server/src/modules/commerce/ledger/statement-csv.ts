import { entryReasonLabels, type StatementEntry, type WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { formatYuan } from '@yunji/contract/display/money'
import { formatChinaTime } from '../../../platform/china-time.ts'

/** Spreadsheets read a file as UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = '﻿'

const names: Readonly<Record<WalletAccount, readonly [unit: string, amount: (cents: number) => string]>> = {
  beans: ['豆', String],
  balance: ['元', (cents) => `${cents < 0 ? '-' : ''}${formatYuan(Math.abs(cents), { groupsThousands: false })}`],
}

const lineOf = (fields: readonly (string | number)[]): string => `${fields.join(',')}\r\n`

export const statementHead = (account: WalletAccount): string => {
  const [unit] = names[account]
  return `${BYTE_ORDER_MARK}${lineOf(['时间', '事项', `金额（${unit}）`, `结余（${unit}）`, '订单号'])}`
}

/** Fields are numbers, times and fixed labels, so none needs quoting. */
export const statementLines = (account: WalletAccount, entries: readonly StatementEntry[]): string => {
  const [, amountOf] = names[account]
  return entries
    .map(({ createdAt, reason, amountCents, balanceCents, orderId }) =>
      lineOf([
        formatChinaTime(new Date(createdAt)),
        entryReasonLabels[reason],
        amountOf(amountCents),
        amountOf(balanceCents),
        orderId ?? '',
      ]),
    )
    .join('')
}

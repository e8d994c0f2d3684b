import { formatYuan } from '@yunji/contract/display/money'
import { entryReasonLabels } from '@yunji/contract/wallet/labels'
import type { StatementEntry, WalletAccount } from '@yunji/contract/wallet/schema'
import { chineseTime } from '../../platform/chinese-day.ts'

/** Spreadsheets take a text for UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = '﻿'

const names: Readonly<Record<WalletAccount, readonly [unit: string, amount: (cents: number) => string]>> = {
  beans: ['豆', String],
  balance: ['元', (cents) => `${cents < 0 ? '-' : ''}${formatYuan(Math.abs(cents))}`],
}

/** A statement for a spreadsheet. Every field is ours: a number, a moment or a word of a list, so none needs quoting. */
export const statementCsv = (account: WalletAccount, entries: readonly StatementEntry[]): string => {
  const [unit, amountOf] = names[account]
  const head = ['时间', '事项', `金额（${unit}）`, `结余（${unit}）`, '订单号'].join(',')
  const lines = entries.map(({ createdAt, reason, amountCents, balanceCents, orderId }) =>
    [
      chineseTime(new Date(createdAt)),
      entryReasonLabels[reason],
      amountOf(amountCents),
      amountOf(balanceCents),
      orderId ?? '',
    ].join(','),
  )
  return `${BYTE_ORDER_MARK}${[head, ...lines].join('\r\n')}\r\n`
}

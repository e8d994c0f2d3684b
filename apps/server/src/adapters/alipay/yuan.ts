import { NoticeRefused } from '../../platform/payments.ts'

/** `12.34`, as Alipay writes amounts. */
export const yuanOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const AMOUNT = /^(\d{1,9})(?:\.(\d{1,2}))?$/

/** Exact, or refused: an amount never goes through a fraction. */
export const centsOf = (yuan: unknown): number => {
  const [, whole, part = ''] = AMOUNT.exec(String(yuan)) ?? []
  if (whole === undefined) throw new NoticeRefused('not an amount')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

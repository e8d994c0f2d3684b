import { NoticeRefused } from '../../platform/payments.ts'

/** Amount in Alipay's format: `12.34`. */
export const yuanOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const AMOUNT = /^(\d{1,9})(?:\.(\d{1,2}))?$/

/** Exact integer parsing; throws on any other format. */
export const centsOf = (yuan: unknown): number => {
  const [, whole, part = ''] = AMOUNT.exec(String(yuan)) ?? []
  if (whole === undefined) throw new NoticeRefused('not an amount')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

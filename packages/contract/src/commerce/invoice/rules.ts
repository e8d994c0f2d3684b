import { isTaxNumber, TAX_NUMBER_MESSAGE } from '../../validation/tax-number.ts'

export const titleKinds = ['personal', 'company'] as const
export type TitleKind = (typeof titleKinds)[number]

export const titleKindLabels: Readonly<Record<TitleKind, string>> = { personal: '个人', company: '企业' }

export const MAX_TITLES = 10
export const MAX_ORDERS_PER_INVOICE = 50
/** Requests of one account in a day; cancelled ones count too. */
export const MAX_INVOICES_PER_DAY = 20
/** Orders can be invoiced for this long after they were paid. */
export const INVOICE_WITHIN_DAYS = 365
/** 发票管理办法: issued invoices are kept for five years. */
export const INVOICES_KEPT_YEARS = 5
export const INVOICE_PDF_BYTES = 5 << 20

export const INVOICE_RULE_TEXT =
  '发票金额为实际支付的现金，不含优惠券和抵扣。云豆和余额在充值时开票，用它们支付的订单不再开票。支付后 365 天内可以申请，一笔订单只开一张；退款后发票会冲红，未退的部分重新开具。'

interface Title {
  readonly kind: TitleKind
  readonly taxNumber: string
}

/** Reason against a title; null when it can be used. Personal titles carry no tax number. */
export const titleRefusal = ({ kind, taxNumber }: Title): string | null => {
  if (kind === 'personal') return taxNumber === '' ? null : '个人抬头不填税号'
  return isTaxNumber(taxNumber) ? null : TAX_NUMBER_MESSAGE
}

import { checkStatusLabels, userTypeLabels } from '@yunji/contract/accounts/user/enums'
import { orderStatusLabels } from '@yunji/contract/commerce/order/enums'
import { payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import { accountKindLabels } from '@yunji/contract/commerce/wallet/ledger'
import { entryReasonLabels } from '@yunji/contract/commerce/wallet/schema'
import { formatChinaTime } from '../../platform/china-time.ts'

const CENTS_PER_YUAN = 100

const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  userType: userTypeLabels,
  personalCheckStatus: checkStatusLabels,
  companyCheckStatus: checkStatusLabels,
  orderStatus: orderStatusLabels,
  payMethod: payMethodLabels,
  reason: entryReasonLabels,
  fromKind: accountKindLabels,
  toKind: accountKindLabels,
}

const textOf = (column: string, value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number' && column.endsWith('At')) return formatChinaTime(new Date(value))
  if (typeof value === 'number' && column.endsWith('Cents')) return (value / CENTS_PER_YUAN).toFixed(2)
  return labels[column]?.[String(value)] ?? String(value)
}

/** Characters by which a spreadsheet takes a text for a formula: such a text gets an apostrophe. */
const FORMULA = /^[=+\-@\t\r]/

const quote = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file (RFC 4180). */
export const csvLine = (texts: readonly string[]): string => `${texts.map(quote).join(',')}\r\n`

export const csvRow = (columns: readonly string[], record: Readonly<Record<string, unknown>>): string =>
  csvLine(columns.map((column) => textOf(column, record[column])))

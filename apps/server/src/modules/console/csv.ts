import { formatChinaTime } from '../../platform/china-time.ts'

const CENTS_PER_YUAN = 100
const TIME = /(?:^at|At|Since|validFrom)$/

/** A path in a record, such as `from.kind`, and the words for its values. */
export interface CsvColumn {
  readonly path: string
  readonly labels: Readonly<Record<string, string>>
}

const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], record)

const textOf = (value: unknown, { path, labels }: CsvColumn): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number' && TIME.test(path)) return formatChinaTime(new Date(value))
  if (typeof value === 'number' && path.endsWith('Cents')) return (value / CENTS_PER_YUAN).toFixed(2)
  if (Array.isArray(value)) return value.join('；')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return Object.hasOwn(labels, text) ? (labels[text] ?? text) : text
}

/** Characters by which a spreadsheet takes a text for a formula: such a text gets an apostrophe, a negative number none. */
const FORMULA = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r]/

const quote = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file (RFC 4180). */
export const csvLine = (texts: readonly string[]): string => `${texts.map(quote).join(',')}\r\n`

export const csvRow = (columns: readonly CsvColumn[], record: object): string =>
  csvLine(columns.map((column) => textOf(valueAt(record, column.path), column)))

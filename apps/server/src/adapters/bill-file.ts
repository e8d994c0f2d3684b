import { unzipSync } from 'fflate'
import { BillRefused } from '../platform/payments.ts'

/** About a hundred thousand lines; larger files are refused before they are unpacked. */
const LARGEST_TEXT_BYTES = 32 * 1024 * 1024

const isZip = (file: Uint8Array): boolean => file[0] === 0x50 && file[1] === 0x4b

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const linesOf = (bytes: Uint8Array): string[] => {
  const text = decode(bytes)
  // PostgreSQL stores no NUL.
  if (text.includes('\0')) throw new BillRefused('文件里有无法识别的字符')
  return text.split(/\r?\n/)
}

/** Names of entries are in GBK without saying so: the entry is chosen by its content. */
const unpack = (file: Uint8Array, isWanted: (lines: readonly string[]) => boolean): string[] => {
  let bytes = 0
  const entries = unzipSync(file, {
    filter: ({ originalSize }) => {
      bytes += originalSize
      if (bytes > LARGEST_TEXT_BYTES) throw new BillRefused('文件太大')
      return true
    },
  })
  const found = Object.values(entries).map(linesOf).find(isWanted)
  if (!found) throw new BillRefused('压缩包里没有明细文件')
  return found
}

/** Lines of a bill: plain or in a ZIP archive, in UTF-8 or GBK, as providers and their websites give it. */
export const linesOfBill = (
  file: Uint8Array,
  isWanted: (lines: readonly string[]) => boolean = () => true,
): string[] => {
  try {
    return isZip(file) ? unpack(file, isWanted) : linesOf(file)
  } catch (error) {
    throw error instanceof BillRefused ? error : new BillRefused('文件无法打开')
  }
}

export type BillRow = (column: string) => string

/** Cells by the title of their column. */
export const rowReader = (titles: readonly string[], needed: readonly string[]) => {
  const missing = needed.find((title) => !titles.includes(title))
  if (missing) throw new BillRefused(`文件里没有“${missing}”一列`)
  return (cells: readonly string[], lineNumber: number): BillRow => {
    if (cells.length < titles.length) throw new BillRefused(`第 ${lineNumber} 行不完整`)
    return (title) => cells[titles.indexOf(title)]?.trim() ?? ''
  }
}

const AMOUNT = /^([+-]?)(\d{1,9})(?:\.(\d{1,6}))?$/

/** Signed amount in cents. Fees have up to five decimals, and are rounded. */
export const billCentsOf = (yuan: string): number => {
  const [, sign, whole, part = ''] = AMOUNT.exec(yuan === '' ? '0' : yuan) ?? []
  if (whole === undefined) throw new BillRefused(`“${yuan.slice(0, 20)}”不是金额`)
  const cents = Number(whole) * 100 + Math.round(Number(part.padEnd(6, '0')) / 10_000)
  return sign === '-' ? -cents : cents
}

/** Amount of a payment or refund, which no bill gives as a negative one. */
export const billAmountOf = (yuan: string): number => {
  const cents = billCentsOf(yuan)
  if (cents < 0) throw new BillRefused(`“${yuan.slice(0, 20)}”不是金额`)
  return cents
}

const LONGEST_NUMBER = 64

/** Number of a payment or refund, ours or the provider's. */
export const billNumberOf = (number: string): string => {
  if (number.length > LONGEST_NUMBER) throw new BillRefused(`“${number.slice(0, 20)}…”不是单号`)
  return number
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** The day of a time in China. */
export const billDayOf = (time: string): string => {
  if (!TIME.test(time)) throw new BillRefused(`“${time.slice(0, 20)}”不是时间`)
  return time.slice(0, 10)
}

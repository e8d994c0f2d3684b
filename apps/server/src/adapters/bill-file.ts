import { unzipSync } from 'fflate'
import { BillRefused } from '../platform/payments.ts'

/** About a hundred thousand lines; larger files are refused before they are unpacked. */
const LARGEST_TEXT_BYTES = 32 * 1024 * 1024

const isZip = (file: Uint8Array): boolean => file[0] === 0x50 && file[1] === 0x4b

const unpack = (file: Uint8Array, isWanted: (name: string) => boolean): Uint8Array => {
  let isFound = false
  const entries = unzipSync(file, {
    filter: ({ name, originalSize }) => {
      if (isFound || !isWanted(name)) return false
      if (originalSize > LARGEST_TEXT_BYTES) throw new BillRefused('文件太大')
      isFound = true
      return true
    },
  })
  const [content] = Object.values(entries)
  if (!content) throw new BillRefused('压缩包里没有明细文件')
  return content
}

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Lines of a bill: plain or in a ZIP archive, in UTF-8 or GBK, as providers and their websites give it. */
export const linesOfBill = (file: Uint8Array, isWanted: (name: string) => boolean = () => true): string[] => {
  try {
    return decode(isZip(file) ? unpack(file, isWanted) : file).split(/\r?\n/)
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

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** The day of a time in China. */
export const billDayOf = (time: string): string => {
  if (!TIME.test(time)) throw new BillRefused(`“${time.slice(0, 20)}”不是时间`)
  return time.slice(0, 10)
}

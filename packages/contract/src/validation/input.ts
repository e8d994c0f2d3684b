/** Not negative, a digit before the point, at most two behind it. */
const AMOUNT = /^(\d+)(?:\.(\d{1,2}))?$/

export const AMOUNT_MESSAGE = '请输入金额，最多两位小数'

/** An amount of yuan as a person writes it. */
export const isAmount = (text: string): boolean => AMOUNT.test(text)

/** The cents of a written amount, exactly; nothing when it is not one, or too large to count in whole cents. */
export const amountCents = (text: string): number | undefined => {
  const [, yuan, decimals = ''] = AMOUNT.exec(text) ?? []
  if (yuan === undefined) return undefined
  const cents = Number(yuan + decimals.padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : undefined
}

const isPlainObject = (value: unknown): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/**
 * Nothing, empty text, an empty array or plain object, NaN and 0 are empty; booleans never are. 0 is empty here only:
 * for distances, sizes and ids it is a value like any other.
 */
export const isEmpty = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '' || value === 0) return true
  if (typeof value === 'number') return Number.isNaN(value)
  if (Array.isArray(value)) return value.length === 0
  return isPlainObject(value) && Object.keys(value).length === 0
}

const DONE_PERCENT = 100

export const FILE_LIST_MESSAGE = '请等待文件上传完成'

/** Whether every attachment has arrived. A list without any has nothing to wait for. */
export const isFileListComplete = (files: readonly { readonly progress: number }[]): boolean =>
  files.every((file) => file.progress === DONE_PERCENT)

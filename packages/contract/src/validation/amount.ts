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

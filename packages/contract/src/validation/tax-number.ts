/** GB 32100: the unified social credit code has no I, O, S, V and Z. */
const CODE_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CODE_CHARACTERS_LENGTH = 18

const hasCodeCheck = (text: string): boolean => {
  let sum = 0
  let weight = 1
  for (const character of text.slice(0, -1)) {
    const value = CODE_CHARACTERS.indexOf(character)
    if (value < 0) return false
    sum += value * weight
    weight = (weight * 3) % CODE_CHARACTERS.length
  }
  const check = (CODE_CHARACTERS.length - (sum % CODE_CHARACTERS.length)) % CODE_CHARACTERS.length
  return text.at(-1) === CODE_CHARACTERS[check]
}

/** Older registrations: six digits of the place, then the organisation code with its own check character (GB 11714). */
const OLDER_FORM = /^\d{6}[0-9A-Z]{8}[0-9X]$/
const OLDER_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '0123456789X'

const hasOlderCheck = (text: string): boolean => {
  const organisation = text.slice(6)
  const sum = OLDER_WEIGHTS.reduce(
    (total, weight, at) => total + weight * Number.parseInt(organisation[at] ?? '0', 36),
    0,
  )
  return organisation.at(-1) === CHECKS[(11 - (sum % 11)) % 11]
}

export const TAX_NUMBER_MESSAGE = '税号有误，请核对 18 位统一社会信用代码或 15 位税号'

/** Letters in capitals, without spaces: tax numbers are copied from documents that group them. */
export const normaliseTaxNumber = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** An 18-character unified social credit code or a 15-character tax number whose check character is right. */
export const isTaxNumber = (text: string): boolean => {
  if (text.length === CODE_CHARACTERS_LENGTH) return hasCodeCheck(text)
  return OLDER_FORM.test(text) && hasOlderCheck(text)
}

const PROVINCE = '[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]'
/** I and O look like digits and are never given out. */
const LETTER = '[A-HJ-NP-Z]'
const CHARACTER = '[A-HJ-NP-Z\\d]'

/** Five characters, the last of which may name a special use. */
const ORDINARY = `${CHARACTER}{4}[A-HJ-NP-Z\\d挂学警港澳领]`
/** Six characters: small cars carry the letter of their drive first, large ones last (GA 36-2018). */
const NEW_ENERGY = `(?:[A-HJK]${CHARACTER}\\d{4}|\\d{5}[A-HJK])`

const CAR_PLATE = new RegExp(`^${PROVINCE}${LETTER}(?:${ORDINARY}|${NEW_ENERGY})$`)

export const CAR_PLATE_MESSAGE = '车牌号格式不正确'

/** An ordinary or a new-energy plate, letters in capitals. */
export const isCarPlate = (text: string): boolean => CAR_PLATE.test(text)

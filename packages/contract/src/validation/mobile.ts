/** Eleven digits, the first 1, the second 3 to 9. */
export const MOBILE_PATTERN = /^1[3-9]\d{9}$/

export const MOBILE_MESSAGE = '手机号格式不正确'

export const isMobile = (text: string): boolean => MOBILE_PATTERN.test(text)

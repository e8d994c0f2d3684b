import type { TerminalType } from './headers.ts'

export interface Terminal {
  /** A browser's user agent, or the platform and model that the mini-program tells. */
  readonly description: string
  /** Wide and touched: what an Android pad, and an iPad that calls itself a Mac, are told by. */
  readonly isTablet: boolean
}

/** The `terminalType` header (section 7). */
export const terminalTypeOf = ({ description, isTablet }: Terminal): TerminalType => {
  if (/ipad/i.test(description)) return 'ipad'
  if (/iphone|ipod|\bios\b/i.test(description)) return 'IOS'
  if (/android/i.test(description)) return isTablet ? 'pad' : 'android'
  if (/mac/i.test(description)) return isTablet ? 'ipad' : 'mac'
  return /win/i.test(description) ? 'Win' : 'other'
}

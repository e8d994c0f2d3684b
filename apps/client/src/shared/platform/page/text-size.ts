/** Sizes and line heights of words in tokens.css, in pixels. */
const sizesPx = {
  '--t12': 12,
  '--t14': 14,
  '--t16': 16,
  '--t20': 20,
  '--t28': 28,
  '--l12': 16,
  '--l14': 20,
  '--l16': 24,
  '--l20': 28,
  '--l28': 36,
} as const

export type TextVariable = keyof typeof sizesPx

/** WeChat calls 16 the standard on Android and 17 on iOS. */
const STANDARD_PX = 17
const SMALLEST_STANDARD_PX = 16
const LARGEST_SCALE = 2

/** Variables for the size of words that the user has set in WeChat; none at the standard size and below. */
export const textVariables = (settingPx: number | undefined): Readonly<Partial<Record<TextVariable, string>>> => {
  if (settingPx === undefined || settingPx <= STANDARD_PX) return {}
  const scale = Math.min(settingPx / SMALLEST_STANDARD_PX, LARGEST_SCALE)
  return Object.fromEntries(Object.entries(sizesPx).map(([name, sizePx]) => [name, `${Math.round(sizePx * scale)}px`]))
}

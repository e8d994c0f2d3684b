/** A number that stands on its own, not the end of a name such as `tile-20rpx`. */
const RPX = /(?<![\w-])(-?(?:\d+\.?\d*|\.\d+))rpx\b/gi
const VIEWPORT_HEIGHT = /(?<![\w-])(-?(?:\d+\.?\d*|\.\d+))vh\b/gi
const SAFE_AREA = /\b(?:env|constant)\(\s*safe-area-inset-(top|right|bottom|left)\s*(,[^()]*)?\)/gi
/** Captured, so that splitting keeps them. */
const ADDRESS = /(url\((?:"[^"]*"|'[^']*'|[^"')]*)\))/i

/**
 * Units whose meaning belongs to the mini-program's screen: rpx divide its width into 750, vh measure the page between
 * the native bars, safe areas are those of a phone. The page frame defines the variables. Addresses stay as they are: a
 * picture's data may look like a length.
 */
export const toBrowserUnits = (value: string): string =>
  value
    .split(ADDRESS)
    .map((part) => (ADDRESS.test(part) ? part : translateUnits(part)))
    .join('')

const translateUnits = (value: string): string =>
  value
    .replace(RPX, (_match, amount: string) => `calc(var(--rpx) * ${amount})`)
    .replace(VIEWPORT_HEIGHT, (_match, amount: string) => `calc(var(--page-vh) * ${amount})`)
    .replace(SAFE_AREA, (_match, side: string) => `var(--safe-area-inset-${side.toLowerCase()})`)

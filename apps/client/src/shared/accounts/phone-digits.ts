/** Digits of a typed or pasted number, without spaces, hyphens and the prefix 86. */
export const phoneDigits = (text: string): string =>
  text
    .replace(/\D/g, '')
    .replace(/^86(?=1\d{10}$)/, '')
    .slice(0, 11)

/** Grouped for reading: 138 0013 6021. */
export const spacedPhone = (digits: string): string =>
  [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join(' ')

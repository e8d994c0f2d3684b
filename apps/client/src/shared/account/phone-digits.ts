/** A number as it is typed or pasted: with spaces, hyphens or the country's prefix. */
export const phoneDigits = (text: string): string =>
  text
    .replace(/\D/g, '')
    .replace(/^86(?=1\d{10}$)/, '')
    .slice(0, 11)

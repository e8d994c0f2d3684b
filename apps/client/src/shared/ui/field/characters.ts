/** Characters as a reader counts them, not the halves that a program stores some of them in. */
export const countCharacters = (text: string): number => Array.from(text).length

/** Longest start of a text that fits; no character is cut in half. */
export const cutCharacters = (text: string, maximum: number): string =>
  text.length <= maximum ? text : Array.from(text).slice(0, maximum).join('')

/** Number of digits before a position in a text. */
export const digitsBefore = (text: string, place: number): number => text.slice(0, place).replace(/\D/g, '').length

/** The place right after so many digits; the end when there are not as many. */
export const placeAfterDigits = (text: string, count: number): number => {
  let left = count
  for (let place = 0; place < text.length; place += 1) {
    if (left === 0) return place
    if (/\d/.test(text.charAt(place))) left -= 1
  }
  return text.length
}

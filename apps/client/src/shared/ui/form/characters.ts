/** Characters as a reader counts them, not the halves that a program stores some of them in. */
export const countCharacters = (text: string): number => Array.from(text).length

/** As much of a text as fits; nothing is cut in half. */
export const cutCharacters = (text: string, maximum: number): string =>
  text.length <= maximum ? text : Array.from(text).slice(0, maximum).join('')

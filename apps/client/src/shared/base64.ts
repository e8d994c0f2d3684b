const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The engine of the mini-program has no encoder. */
export const base64Of = (bytes: readonly number[]): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.slice(at, at + 3)
    const three = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    text += ALPHABET.charAt(three >>> 18) + ALPHABET.charAt((three >>> 12) & 63)
    text += second === undefined ? '=' : ALPHABET.charAt((three >>> 6) & 63)
    text += third === undefined ? '=' : ALPHABET.charAt(three & 63)
  }
  return text
}

/** UTF-8 bytes of a text. */
export const utf8Of = (text: string): readonly number[] =>
  [...encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|[^%]/g)].map(([sign, hex]) =>
    hex === undefined ? sign.charCodeAt(0) : Number.parseInt(hex, 16),
  )

const PARTS = 4

const randomPart = () => Math.floor(Math.random() * 2 ** 32)

/** Tells requests apart; it is no secret, so a client without a strong source of randomness may make one too. */
export const randomId = (): string => {
  const parts = globalThis.crypto?.getRandomValues
    ? [...globalThis.crypto.getRandomValues(new Uint32Array(PARTS))]
    : Array.from({ length: PARTS }, randomPart)
  return parts.map((part) => part.toString(16).padStart(8, '0')).join('')
}

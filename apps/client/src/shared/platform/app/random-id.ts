const PARTS = 4

const randomPart = () => Math.floor(Math.random() * 2 ** 32)

/** Id of a request. Not a secret, so `Math.random` is enough where the platform has no stronger source. */
export const randomId = (): string => {
  const parts = globalThis.crypto?.getRandomValues
    ? [...globalThis.crypto.getRandomValues(new Uint32Array(PARTS))]
    : Array.from({ length: PARTS }, randomPart)
  return parts.map((part) => part.toString(16).padStart(8, '0')).join('')
}

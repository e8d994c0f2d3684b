const NAL_TYPE = 0x1f
const SPS = 7
/** The only profile that tinyh264 decodes. */
const BASELINE = 66

/** Index of the SPS behind its start code (00 00 01); -1 when there is none. */
const findSps = (annexB: Uint8Array): number => {
  for (let at = 3; at < annexB.length; at += 1) {
    const isStart = annexB[at - 3] === 0 && annexB[at - 2] === 0 && annexB[at - 1] === 1
    if (isStart && ((annexB[at] ?? 0) & NAL_TYPE) === SPS) return at
  }
  return -1
}

/** Profile, constraint flags and level. */
const profileBytes = (annexB: Uint8Array): Uint8Array | undefined => {
  const at = findSps(annexB)
  const bytes = annexB.subarray(at + 1, at + 4)
  return at < 0 || bytes.length < 3 ? undefined : bytes
}

/** `avc1.42c020`; undefined when there is no SPS. */
export const codecString = (annexB: Uint8Array): string | undefined => {
  const bytes = profileBytes(annexB)
  return bytes && `avc1.${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export const isBaseline = (annexB: Uint8Array): boolean => profileBytes(annexB)?.[0] === BASELINE

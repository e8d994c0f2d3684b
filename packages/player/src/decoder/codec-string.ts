const NAL_TYPE = 0x1f
const SPS = 7
/** The only profile that the decoder written for every browser can read. */
const BASELINE = 66

/** Where the sequence header begins: after its start code (00 00 01). */
const findSps = (annexB: Uint8Array): number => {
  for (let at = 3; at < annexB.length; at += 1) {
    const isStart = annexB[at - 3] === 0 && annexB[at - 2] === 0 && annexB[at - 1] === 1
    if (isStart && ((annexB[at] ?? 0) & NAL_TYPE) === SPS) return at
  }
  return -1
}

/** Profile, constraints and level of a stream: the three bytes that tell a decoder whether it can read it. */
const profileBytes = (annexB: Uint8Array): Uint8Array | undefined => {
  const at = findSps(annexB)
  const bytes = annexB.subarray(at + 1, at + 4)
  return at < 0 || bytes.length < 3 ? undefined : bytes
}

/** `avc1.42c020`: the name of a stream's codec; nothing when it has no sequence header. */
export const codecString = (annexB: Uint8Array): string | undefined => {
  const bytes = profileBytes(annexB)
  return bytes && `avc1.${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export const isBaseline = (annexB: Uint8Array): boolean => profileBytes(annexB)?.[0] === BASELINE

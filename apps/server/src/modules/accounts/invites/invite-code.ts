const BASE = 36
/** Long enough for every id that a number holds. */
const PATTERN = /^[0-9A-Z]{1,11}$/

/** Short to read out; it names who invites and opens nothing. */
export const inviteCodeOf = (userId: number): string => userId.toString(BASE).toUpperCase()

export const inviterOf = (inviteCode: string): number | undefined => {
  const code = inviteCode.trim().toUpperCase()
  const userId = PATTERN.test(code) ? Number.parseInt(code, BASE) : 0
  return userId > 0 && Number.isSafeInteger(userId) ? userId : undefined
}

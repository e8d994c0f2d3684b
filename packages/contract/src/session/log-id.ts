const USER_ID_DIGITS = 10
const RANDOM_DIGITS = 7

/** `time_tenDigitPaddedUserId_sevenDigitRandom` (section 3); the time is epoch milliseconds, `random` from 0 up to 1. */
export const logIdOf = (atMs: number, userId: number, random: number): string => {
  const paddedUserId = String(userId).padStart(USER_ID_DIGITS, '0')
  const randomDigits = String(Math.floor(random * 10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0')
  return `${atMs}_${paddedUserId}_${randomDigits}`
}

import { Secret, TOTP } from 'otpauth'

const ISSUER = '云机'
const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** Steps accepted before and after the current one: clocks of phones differ. */
const WINDOW = 1

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** Address that authenticator apps read from a QR code. */
export const totpUri = (secret: string, name: string): string => totpOf(secret, name).toString()

/** Time step of a right code; null for a wrong one. Which steps were used is the caller's to check. */
export const stepOfTotp = (secret: string, code: string, now: Date): number | null => {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

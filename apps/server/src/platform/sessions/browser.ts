/** First match wins: each of these also names those below it. */
const browsers = [
  ['MicroMessenger/', '微信'],
  ['Edg', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

const nameIn = (userAgent: string, names: readonly (readonly [string, string])[]): string =>
  names.find(([mark]) => userAgent.includes(mark))?.[1] ?? ''

/** `Windows · Chrome`: without a version, so that an update does not look like another browser. */
export const browserOf = (userAgent: string): string =>
  [nameIn(userAgent, systems), nameIn(userAgent, browsers)].filter(Boolean).join(' · ')

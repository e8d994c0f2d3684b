/** Cookies for the provider's other pages; never read here. */
export interface CookieJar {
  write(name: string, value: string): void
  remove(name: string): void
}

/** Lifetime of an unused login. */
const KEPT_SECONDS = 30 * 24 * 60 * 60

const attributes = () =>
  `;path=/;samesite=lax${COOKIE_DOMAIN && `;domain=${COOKIE_DOMAIN}`}${location.protocol === 'https:' ? ';secure' : ''}`

const set = (name: string, value: string, keptSeconds: number) => {
  document.cookie = `${name}=${encodeURIComponent(value)};max-age=${keptSeconds}${attributes()}`
}

export const cookies: CookieJar = {
  write: (name, value) => set(name, value, KEPT_SECONDS),
  remove: (name) => set(name, '', 0),
}

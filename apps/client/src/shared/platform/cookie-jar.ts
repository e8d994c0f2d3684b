/** Cookies for the provider's other pages; nothing of ours ever reads them. */
export interface CookieJar {
  write(name: string, value: string): void
  remove(name: string): void
}

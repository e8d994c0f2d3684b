/** A mini-program is never reloaded by a redirect: what would be kept across one is still in memory. */
export const tabStorage = {
  take: (_key: string): string | null => null,
  write: (_key: string, _value: string): void => undefined,
}

/** A mini-program runs once. */
export const watchOtherTabs = (_onChange: (name: string | null) => void): void => undefined

export const reloadClient = (): void => undefined

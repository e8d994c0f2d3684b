/** A mini-program runs once. */
export const watchOtherTabs = (_onChange: (name: string | null) => void): void => undefined

export const reloadClient = (): void => undefined

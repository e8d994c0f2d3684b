/** Text of a scanned code; undefined when it is given up. */
export type ScanCode = () => Promise<string | undefined>

/** Browsers have no scanner of their own. */
export const scanCode: ScanCode | undefined = undefined

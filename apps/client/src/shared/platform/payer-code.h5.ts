/** A browser is told who pays by the login, or not at all. */
export const payerCode = async (): Promise<string | undefined> => undefined

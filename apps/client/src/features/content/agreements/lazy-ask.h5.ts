/** Loaded after the first page: most people have nothing to decide. A failed load is repeated at the next start. */
export const askLater = (): void => {
  import('./ask-agreements.ts').then(({ askAgreements }) => askAgreements()).catch(() => undefined)
}

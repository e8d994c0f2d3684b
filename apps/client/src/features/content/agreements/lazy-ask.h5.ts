/** For the first drawing of the page. */
const LATER_MS = 500

/** Loaded after the first page: most people have nothing to decide. A failed load is repeated at the next start. */
export const askLater = (): void => {
  const ask = () => import('./ask-agreements.ts').then(({ askAgreements }) => askAgreements()).catch(() => undefined)
  setTimeout(ask, LATER_MS)
}

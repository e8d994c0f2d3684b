export interface ShareCard {
  readonly title: string
  readonly path: string
}

/** Browsers have no cards: links are sent as text. */
export const useShareCard = (_card: ShareCard | undefined): void => undefined

import type { ShownAgreement } from '@yunji/contract/content/agreement/schema'

let ticked: readonly ShownAgreement[] = []

/** Versions that stand ticked on the page. In memory: no link can tick them. */
export const tickAgreements = (shown: readonly ShownAgreement[]): void => {
  ticked = shown
}

export const tickedAgreements = (): ShownAgreement[] => [...ticked]

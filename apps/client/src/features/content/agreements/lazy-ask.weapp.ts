import { askAgreements } from './ask-agreements.ts'

export const askLater = (): void => {
  askAgreements().catch(() => undefined)
}

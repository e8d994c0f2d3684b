import { tellError } from './told-errors.ts'

/** Rejected promises that nobody handles are no part of it: see the specification, section 8. */
export const watchErrors = (): void =>
  window.addEventListener('error', ({ error, message }) => tellError(error ?? message))

import { EMPTY_TEXT } from './empty.ts'

/** Cloud beans as `1,280`: one bean is one cent, so there is nothing behind a point. */
export const formatBeans = (cents: number | null | undefined): string =>
  Number.isSafeInteger(cents) ? String(cents).replace(/\B(?=(?:\d{3})+$)/g, ',') : EMPTY_TEXT

const HIDDEN = '…'

/** As long as the shortest secret of ours: tokens, keys of requests, signatures. Names of functions are shorter. */
const LONG_WORD = /[A-Za-z0-9_-]{32,}/g
/** A phone, card or account number, however it is grouped. */
const LONG_NUMBER = /\d(?:[ -]?\d){6,}/g
const QUERY = /[?#][^\s'")<>]*/g

/** What is reported about a client names nobody and opens nothing: queries, tokens and numbers of people are taken out. */
export const scrubText = (text: string): string =>
  text.replace(QUERY, '').replace(LONG_WORD, HIDDEN).replace(LONG_NUMBER, HIDDEN)

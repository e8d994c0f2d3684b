import type { Call } from '@yunji/contract/wire/call'

/** Whoever sends it is an operator of the servers that promises are tried on. */
export const OPERATOR_TOKEN = 'operator-token-of-the-promise-suites'

/** What opens a call: the user's token, or the operator's where it is theirs. */
export const tokenFor = (call: Call, userToken: string): string =>
  call.access.kind === 'operator' ? OPERATOR_TOKEN : userToken

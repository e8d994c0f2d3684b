/** Whoever sends it is an operator of the servers that promises are tried on. */
export const OPERATOR_TOKEN = 'operator-token-of-the-promise-suites'

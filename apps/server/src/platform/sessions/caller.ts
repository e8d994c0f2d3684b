/** Who makes a call: the account behind a valid token. */
export interface Caller {
  readonly userId: number
  readonly sessionId: number
  readonly isFrozen: boolean
}

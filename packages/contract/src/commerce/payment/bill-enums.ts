/** `waiting`: the provider has not given it yet. */
export const billStates = ['waiting', 'read'] as const

export const billSubjects = ['payment', 'refund'] as const

/**
 * Differences between a provider's bill and our books. `unknown`: on the bill and none of ours; `unconfirmed`: on the bill
 * and not paid or refunded here; `amount`: another amount; `twice`: a refund that was given under two numbers; `unbilled`:
 * ours and on no bill.
 */
export const billDifferenceKinds = ['unknown', 'unconfirmed', 'amount', 'twice', 'unbilled'] as const

export const BILL_FILE_BYTES = 16 * 1024 * 1024

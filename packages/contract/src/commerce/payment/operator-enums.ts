/** `unverified`: neither the sender nor anything in it is believed. */
export const noticeSubjects = ['payment', 'refund', 'unverified'] as const
export type NoticeSubject = (typeof noticeSubjects)[number]

export const noticeOutcomes = ['taken', 'refused'] as const
export type NoticeOutcome = (typeof noticeOutcomes)[number]

/** Reasons of an operator's refund. A choice and no text: it stays in the books when the customer's account is erased. */
export const refundReasons = ['serviceFault', 'duplicate', 'mistaken', 'agreed', 'other'] as const

/** `waiting`: above what one operator may refund alone, so a second one decides. */
export const refundProposalStates = ['waiting', 'done', 'rejected'] as const

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

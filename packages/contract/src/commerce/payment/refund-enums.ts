/** Reasons of an operator's refund. A choice and no text: it stays in the books when the customer's account is erased. */
export const refundReasons = ['serviceFault', 'duplicate', 'mistaken', 'agreed', 'other'] as const

/** `waiting`: above what one operator may refund alone, so a second one decides. */
export const refundProposalStates = ['waiting', 'done', 'rejected'] as const

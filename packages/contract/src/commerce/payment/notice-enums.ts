/** `unverified`: neither the sender nor anything in it is believed. */
export const noticeSubjects = ['payment', 'refund', 'unverified'] as const
export type NoticeSubject = (typeof noticeSubjects)[number]

export const noticeOutcomes = ['taken', 'refused'] as const
export type NoticeOutcome = (typeof noticeOutcomes)[number]

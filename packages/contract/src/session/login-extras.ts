/** The phone that a login comes from. */
export interface PhoneFacts {
  readonly deviceId: string
  readonly deviceModel: string
  readonly brand: string
  readonly osName: string
  readonly system: string
  readonly osVersion: string
}

/** Where the user came from. */
export interface Origin {
  readonly preGroup: string
  readonly shareUser: string
}

export type LoginExtras = Origin & Partial<PhoneFacts>

/** The call takes no longer text: a wordy phone must not keep its owner out. */
const MAX_LENGTH = 64

const short = <Fields extends LoginExtras>(fields: Fields): LoginExtras =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.slice(0, MAX_LENGTH)])) as LoginExtras

/** What a login adds to its credentials (sections 7 and 9): on ios everything, on wx no device id and no model. */
export const loginExtrasOf = (channel: string, origin: Origin, phone: PhoneFacts): LoginExtras => {
  const { preGroup, shareUser } = origin
  if (channel === 'ios') return short({ preGroup, shareUser, ...phone })
  if (channel === 'wx') return short({ preGroup, shareUser, ...phone, deviceId: '', deviceModel: '' })
  return short({ preGroup, shareUser })
}

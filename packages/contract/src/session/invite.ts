/** Nothing is known about a binding yet. */
export const BIND_UNKNOWN = '-2'
/** The binding is over: who invited does not matter any more. */
export const BIND_OVER = '-1'

/** Who brought the user here, and how far the binding to them has come. The values are texts. */
export interface InviteState {
  readonly inviteType: string
  readonly inviteCode: string
  readonly bindInfo: string
}

export const initialInvite: InviteState = { inviteType: '', inviteCode: '', bindInfo: BIND_UNKNOWN }

export const withBindInfo = (invite: InviteState, bindInfo: string): InviteState =>
  bindInfo === BIND_OVER ? { inviteType: '', inviteCode: '', bindInfo } : { ...invite, bindInfo }

/** A new invitation asks for a new binding. */
export const withInvite = ({ inviteType, inviteCode }: Omit<InviteState, 'bindInfo'>): InviteState => ({
  inviteType,
  inviteCode,
  bindInfo: BIND_UNKNOWN,
})

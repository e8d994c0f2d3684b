import { ownOrigin } from '../../shared/platform/origin'

/** How the invitation came, for whoever counts them. */
const BY_LINK = 'link'

/** Leads whoever opens it to the first page, and remembers who has invited them. */
export const inviteLink = (inviteCode: string, origin = ownOrigin()): string =>
  `${origin}/?inviteType=${BY_LINK}&inviteCode=${encodeURIComponent(inviteCode)}`

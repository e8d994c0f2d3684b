import type { UnreadKind } from '../session/unread-counts.ts'
import { MessageType } from './enums.ts'

interface EventRule {
  readonly messageType: MessageType
  /** The field that counts it while it is unread. */
  readonly unread: UnreadKind
}

const { notice, renewalReminder, deviceTransfer, deviceCreation, system } = MessageType

/** Everything that a person is told about: which list it stands in, and which count it is part of. */
export const messageEvents = {
  announcement: { messageType: notice, unread: 'longNotice' },
  deviceExpiring: { messageType: renewalReminder, unread: 'longNotice' },
  deviceExpired: { messageType: renewalReminder, unread: 'longNotice' },
  meteredStopped: { messageType: renewalReminder, unread: 'longNotice' },
  meteredReleaseSoon: { messageType: renewalReminder, unread: 'longNotice' },
  autoRenewed: { messageType: renewalReminder, unread: 'longNotice' },
  autoRenewFailed: { messageType: renewalReminder, unread: 'longNotice' },
  transferWaiting: { messageType: deviceTransfer, unread: 'longApply' },
  grantWaiting: { messageType: deviceTransfer, unread: 'longApply' },
  deviceReady: { messageType: deviceCreation, unread: 'longNotice' },
  taskEnded: { messageType: deviceCreation, unread: 'longNotice' },
  taskFailed: { messageType: deviceCreation, unread: 'longNotice' },
  orderPaid: { messageType: system, unread: 'longSettlement' },
  orderRefunded: { messageType: system, unread: 'longSettlement' },
  recharged: { messageType: system, unread: 'longSettlement' },
  codeRedeemed: { messageType: system, unread: 'longSettlement' },
  personalVerified: { messageType: system, unread: 'longAuthentication' },
  companyVerified: { messageType: system, unread: 'longExamine' },
  agreementWaiting: { messageType: system, unread: 'longSigncontract' },
  newLogin: { messageType: system, unread: 'longNotice' },
  passwordChanged: { messageType: system, unread: 'longNotice' },
  phoneChanged: { messageType: system, unread: 'longNotice' },
} as const satisfies Record<string, EventRule>

export type MessageEvent = keyof typeof messageEvents

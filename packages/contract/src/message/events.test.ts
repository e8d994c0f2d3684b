import { expect, it } from 'vitest'
import { MessageType } from './enums.ts'
import { type MessageEvent, messageEvents } from './events.ts'

it.each<[MessageEvent, MessageType, string]>([
  ['announcement', MessageType.notice, 'longNotice'],
  ['deviceExpiring', MessageType.renewalReminder, 'longNotice'],
  ['deviceExpired', MessageType.renewalReminder, 'longNotice'],
  ['meteredStopped', MessageType.renewalReminder, 'longNotice'],
  ['meteredReleaseSoon', MessageType.renewalReminder, 'longNotice'],
  ['autoRenewed', MessageType.renewalReminder, 'longNotice'],
  ['autoRenewFailed', MessageType.renewalReminder, 'longNotice'],
  ['transferWaiting', MessageType.deviceTransfer, 'longApply'],
  ['grantWaiting', MessageType.deviceTransfer, 'longApply'],
  ['deviceReady', MessageType.deviceCreation, 'longNotice'],
  ['taskEnded', MessageType.deviceCreation, 'longNotice'],
  ['taskFailed', MessageType.deviceCreation, 'longNotice'],
  ['orderPaid', MessageType.system, 'longSettlement'],
  ['orderRefunded', MessageType.system, 'longSettlement'],
  ['recharged', MessageType.system, 'longSettlement'],
  ['codeRedeemed', MessageType.system, 'longSettlement'],
  ['personalVerified', MessageType.system, 'longAuthentication'],
  ['companyVerified', MessageType.system, 'longExamine'],
  ['agreementWaiting', MessageType.system, 'longSigncontract'],
  ['newLogin', MessageType.system, 'longNotice'],
  ['passwordChanged', MessageType.system, 'longNotice'],
  ['phoneChanged', MessageType.system, 'longNotice'],
])('%s stands in list %i and is counted in %s', (event, messageType, unread) =>
  expect(messageEvents[event]).toEqual({ messageType, unread }),
)

import * as fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { type MessageEvent, MessageType, messageEvents, noUnread, unreadCountsOf } from './rules.ts'

test('nothing unread is zero everywhere', () => {
  expect(noUnread).toEqual({
    longApply: 0,
    longAuthentication: 0,
    longExamine: 0,
    longNotice: 0,
    longSettlement: 0,
    longSigncontract: 0,
    longAll: 0,
  })
})

test('the whole is the sum of its kinds', () => {
  expect(unreadCountsOf({ longApply: 2, longNotice: 3 })).toEqual({
    ...noUnread,
    longApply: 2,
    longNotice: 3,
    longAll: 5,
  })
  fc.assert(
    fc.property(fc.nat(99), fc.nat(99), fc.nat(99), (longExamine, longSettlement, longSigncontract) => {
      const { longAll } = unreadCountsOf({ longExamine, longSettlement, longSigncontract })
      expect(longAll).toBe(longExamine + longSettlement + longSigncontract)
    }),
  )
})

it.each<[MessageEvent, MessageType, string]>([
  ['announcement', MessageType.notice, 'longNotice'],
  ['deviceExpiring', MessageType.renewalReminder, 'longNotice'],
  ['deviceExpired', MessageType.renewalReminder, 'longNotice'],
  ['meteredStopped', MessageType.renewalReminder, 'longNotice'],
  ['meteredReleaseSoon', MessageType.renewalReminder, 'longNotice'],
  ['autoRenewed', MessageType.renewalReminder, 'longNotice'],
  ['autoRenewFailed', MessageType.renewalReminder, 'longNotice'],
  ['transferWaiting', MessageType.deviceTransfer, 'longApply'],
  ['transferEnded', MessageType.system, 'longNotice'],
  ['grantWaiting', MessageType.deviceTransfer, 'longApply'],
  ['deviceReady', MessageType.deviceCreation, 'longNotice'],
  ['taskEnded', MessageType.deviceCreation, 'longNotice'],
  ['taskFailed', MessageType.deviceCreation, 'longNotice'],
  ['spaceEnding', MessageType.renewalReminder, 'longNotice'],
  ['spaceOver', MessageType.renewalReminder, 'longNotice'],
  ['spaceDeletionSoon', MessageType.renewalReminder, 'longNotice'],
  ['spaceDeleted', MessageType.system, 'longNotice'],
  ['supportViewAsked', MessageType.system, 'longNotice'],
  ['debuggingOff', MessageType.system, 'longNotice'],
  ['ticketAnswered', MessageType.system, 'longNotice'],
  ['ticketClosed', MessageType.system, 'longNotice'],
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
  ['deletionRequested', MessageType.system, 'longNotice'],
])('%s stands in list %i and is counted in %s', (event, messageType, unread) =>
  expect(messageEvents[event]).toEqual({ messageType, unread }),
)

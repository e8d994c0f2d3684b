import type { TaskKind } from '@yunji/contract/devices/task/rules'
import type { MessageEvent } from '@yunji/contract/messages/rules'

interface DevicePayload {
  readonly deviceId: number
  readonly deviceName: string
}

/** `others`: further devices of the same message, such as the phones of one order. */
interface DevicesPayload extends DevicePayload {
  readonly others?: readonly DevicePayload[] | undefined
}

interface TaskPayload {
  readonly taskId: number
  readonly kind: TaskKind
  readonly deviceCount: number
  /** Name of the first device. */
  readonly deviceName: string
  /** Only for a task about a single device. */
  readonly deviceId?: number | undefined
}

interface AmountPayload {
  readonly amountCents: number
}

/** An amount that was paid or refunded. */
interface PaidPayload extends AmountPayload {
  readonly isBeans?: boolean | undefined
}

interface OverPayload {
  readonly overBytes: number
  readonly deletesFrom: number
}

/** A new version of an agreement; `summary` says what has changed. */
export interface AgreementPayload {
  readonly kind: number
  readonly version: number
  readonly agreementName: string
  readonly summary: string
  readonly effectiveAt: number
}

interface TicketPayload {
  readonly ticketId: number
  readonly title: string
}

interface InvoicePayload extends AmountPayload {
  readonly invoiceId: number
  readonly titleName: string
  /** Empty for an issued one. */
  readonly reason: string
  /** Invoice for what was left after a correction. */
  readonly replacementId?: number | undefined
}

interface VerificationPayload {
  readonly isPassed: boolean
  /** Reason of a refusal; empty otherwise. */
  readonly reason: string
}

/** Data of each event's message. Stored as JSON, so instants are epoch milliseconds. */
export interface EventPayloads {
  announcement: {
    readonly title: string
    readonly content: string
    readonly link: string
    readonly linkText: string
  }
  deviceExpiring: DevicesPayload & { readonly expiresAt: number; readonly remainingMs: number }
  deviceExpired: DevicesPayload & {
    readonly expiresAt: number
    /** True when the beans did not cover the next hour. */
    readonly isMetered?: boolean | undefined
  }
  /** Stopped by its owner: kept until `releasesAt`, no longer charged. */
  meteredStopped: DevicePayload & { readonly releasesAt: number }
  meteredReleaseSoon: DevicePayload & { readonly releasesAt: number }
  autoRenewed: DevicePayload & PaidPayload & { readonly expiresAt: number }
  autoRenewFailed: DevicePayload & { readonly expiresAt: number; readonly reason: string }
  transferWaiting: { readonly fromName: string; readonly deviceCount: number; readonly expiresAt: number }
  /** Told to the side that did not end it; to both when it expired. */
  transferEnded: {
    readonly side: 'sender' | 'receiver'
    readonly outcome: 'accepted' | 'rejected' | 'cancelled' | 'expired'
    /** Masked number of the other side. */
    readonly peer: string
    readonly deviceName: string
    readonly deviceCount: number
  }
  grantWaiting: { readonly fromName: string; readonly deviceCount: number; readonly expiresAt: number }
  /** `others` holds the first of them; `deviceCount` counts all, and is absent where `others` holds all. */
  deviceReady: DevicesPayload & { readonly deviceCount?: number | undefined }
  /** Support asks to look at the screen. */
  supportViewAsked: DevicePayload & { readonly reason: string; readonly minutes: number }
  /** The phone refuses ADB. `isRestored`: the supplier has switched debugging on again. */
  debuggingOff: DevicePayload & { readonly isRestored: boolean }
  taskEnded: TaskPayload
  taskFailed: TaskPayload & { readonly failedCount: number; readonly reason: string }
  /** `others` holds the first of them; `deviceCount` counts all. */
  deviceFault: DevicesPayload & { readonly deviceCount: number }
  deviceRecovered: DevicesPayload & { readonly deviceCount: number }
  /** Time given back for interruptions; `seconds` are those of the first device. */
  downtimeCredited: DevicesPayload & { readonly deviceCount: number; readonly seconds: number }
  stockBack: {
    readonly goodId: number
    readonly configId: number
    readonly goodsName: string
    readonly zoneName: string
    /** A free trial phone; absent in older events. */
    readonly isForTrial?: boolean | undefined
  }
  trialEnded: DevicePayload
  /** Of the seven days before and the seven days to come. */
  weeklyDigest: {
    readonly deviceCount: number
    readonly expiringCount: number
    readonly failedTaskCount: number
    readonly beansCents: number
  }
  /** `name` is what the owner recognises a schedule by: `每天 03:00 重启`. No device was left where the count is 0. */
  scheduleFailed: {
    readonly name: string
    readonly dueAt: number
    readonly deviceCount: number
    readonly failedCount: number
    readonly reason: string
    readonly taskId?: number | undefined
  }
  scheduleMissed: { readonly name: string; readonly dueAt: number }
  /** It paused itself after so many runs without a device. */
  schedulePaused: { readonly name: string; readonly runs: number }
  /** A plan ends soon; `overBytes` would not fit any more. */
  spaceEnding: { readonly sizeGb: number; readonly endsAt: number; readonly overBytes: number }
  /** An ended plan has left the space over its quota. */
  spaceOver: OverPayload
  spaceDeletionSoon: OverPayload
  /** Oldest files and backups, deleted until the rest fits. */
  spaceDeleted: { readonly count: number }
  orderPaid: PaidPayload & { readonly orderId: number; readonly goodsName: string }
  orderRefunded: PaidPayload & { readonly orderId: number; readonly goodsName: string }
  recharged: AmountPayload & { readonly what: 'beans' | 'balance'; readonly beans?: number | undefined }
  /** An activation code has renewed a device. */
  codeRedeemed: DevicePayload & { readonly expiresAt: number }
  /** `isQuestion`: the customer is asked for something. `content` is cut to a line. */
  ticketAnswered: TicketPayload & { readonly content: string; readonly isQuestion: boolean }
  /** `isByTime`: nobody had written for a week. */
  ticketClosed: TicketPayload & { readonly isByTime: boolean }
  invoiceIssued: InvoicePayload
  invoiceRejected: InvoicePayload
  invoiceCorrected: InvoicePayload
  personalVerified: VerificationPayload
  companyVerified: VerificationPayload
  agreementWaiting: AgreementPayload
  newLogin: { readonly where: string; readonly at: number }
  passwordChanged: { readonly at: number }
  phoneChanged: { readonly maskedPhone: string; readonly at: number }
  /** By an operator, for a customer who asked for it elsewhere. */
  deletionRequested: { readonly erasesAt: number }
}

type EventWithPayload<Event extends MessageEvent> = { readonly event: Event; readonly payload: EventPayloads[Event] }

/** Event that a user gets a message about. */
export type OutboxEvent = {
  [Event in MessageEvent]: EventWithPayload<Event> & {
    readonly userId: number
    /** Deduplication key: a second event with the same key sends no message. */
    readonly key: string
  }
}[MessageEvent]

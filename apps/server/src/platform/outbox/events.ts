import type { TaskKind } from '@yunji/contract/devices/task/rules'
import type { MessageEvent } from '@yunji/contract/messages/rules'

interface DeviceFacts {
  readonly deviceId: number
  readonly deviceName: string
}

interface TaskFacts {
  readonly taskId: number
  readonly kind: TaskKind
  readonly deviceCount: number
  /** Name of the first device. */
  readonly deviceName: string
  /** Only for a task about a single device. */
  readonly deviceId?: number | undefined
}

interface MoneyFacts {
  readonly amountCents: number
}

interface VerificationFacts {
  readonly isPassed: boolean
  /** Reason of a refusal; empty otherwise. */
  readonly reason: string
}

/** Data of each event's message. Stored as JSON, so instants are epoch milliseconds. */
export interface EventFacts {
  announcement: {
    readonly title: string
    readonly content: string
    readonly link: string
    readonly linkText: string
  }
  deviceExpiring: DeviceFacts & { readonly expiresAt: number; readonly remainingMs: number }
  deviceExpired: DeviceFacts & {
    readonly expiresAt: number
    /** True when the beans did not cover the next hour. */
    readonly isMetered?: boolean | undefined
  }
  /** Stopped by its owner: kept until `releasesAt`, no longer charged. */
  meteredStopped: DeviceFacts & { readonly releasesAt: number }
  meteredReleaseSoon: DeviceFacts & { readonly releasesAt: number }
  autoRenewed: DeviceFacts & MoneyFacts & { readonly expiresAt: number }
  autoRenewFailed: DeviceFacts & { readonly expiresAt: number; readonly reason: string }
  transferWaiting: { readonly fromName: string; readonly deviceCount: number; readonly expiresAt: number }
  grantWaiting: { readonly fromName: string; readonly deviceCount: number; readonly expiresAt: number }
  deviceReady: DeviceFacts
  taskEnded: TaskFacts
  taskFailed: TaskFacts & { readonly failedCount: number; readonly reason: string }
  orderPaid: MoneyFacts & { readonly orderId: number; readonly goodsName: string }
  orderRefunded: MoneyFacts & { readonly orderId: number; readonly goodsName: string }
  recharged: MoneyFacts & { readonly what: 'beans' | 'balance'; readonly beans?: number | undefined }
  /** An activation code has renewed a device. */
  codeRedeemed: DeviceFacts & { readonly expiresAt: number }
  personalVerified: VerificationFacts
  companyVerified: VerificationFacts
  agreementWaiting: { readonly agreementName: string }
  newLogin: { readonly where: string; readonly at: number }
  passwordChanged: { readonly at: number }
  phoneChanged: { readonly maskedPhone: string; readonly at: number }
}

type Told<Event extends MessageEvent> = { readonly event: Event; readonly facts: EventFacts[Event] }

/** Event that a user gets a message about. */
export type OutboxEvent = {
  [Event in MessageEvent]: Told<Event> & {
    readonly userId: number
    /** Deduplication key: a second event with the same key sends no message. */
    readonly key: string
  }
}[MessageEvent]

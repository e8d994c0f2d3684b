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
  /** The first of its devices, by name. */
  readonly deviceName: string
  /** Only of a task about a single device. */
  readonly deviceId?: number | undefined
}

interface MoneyFacts {
  readonly amountCents: number
}

interface VerificationFacts {
  readonly isPassed: boolean
  /** Why it was refused; empty otherwise. */
  readonly reason: string
}

/** What each event must know so that its message can be written. Kept as JSON, so moments are epoch milliseconds. */
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
    /** There were no beans for its next hour. */
    readonly isMetered?: boolean | undefined
  }
  /** Stopped by its owner: kept until then, and no longer charged. */
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
  /** A code has renewed a device. */
  codeRedeemed: DeviceFacts & { readonly expiresAt: number }
  personalVerified: VerificationFacts
  companyVerified: VerificationFacts
  agreementWaiting: { readonly agreementName: string }
  newLogin: { readonly where: string; readonly at: number }
  passwordChanged: { readonly at: number }
  phoneChanged: { readonly maskedPhone: string; readonly at: number }
}

type Told<Event extends MessageEvent> = { readonly event: Event; readonly facts: EventFacts[Event] }

/** Something that a person is told about. */
export type OutboxEvent = {
  [Event in MessageEvent]: Told<Event> & {
    readonly userId: number
    /** Names the thing itself: told a second time, it is not told again. */
    readonly key: string
  }
}[MessageEvent]

import type { MessageType } from '@yunji/contract/messages/rules'

export interface SubscriptionMessage {
  /** Whom it goes to, as the app of {@link SubscriptionMessages.appId} knows them. */
  readonly openid: string
  readonly messageType: MessageType
  readonly title: string
  readonly summary: string
  /** A page of ours with its query. */
  readonly link: string
  readonly at: Date
}

/** What the mini-program asks the user to agree to. */
interface SubscriptionTemplate {
  readonly messageType: MessageType
  readonly templateId: string
}

/** Messages that the messaging app brings: one for each time that the user agreed to one. */
export interface SubscriptionMessages {
  /** Nothing where the product has no mini-program. */
  readonly appId: string | null
  readonly templates: readonly SubscriptionTemplate[]
  /** Ends when the messaging app has taken the message; fails when it has not. */
  send(message: SubscriptionMessage): Promise<void>
}

/** The messaging app answered, and will never take this message. Its own words are for the log. */
export class SubscriptionRefused extends Error {
  override readonly name: string = 'SubscriptionRefused'
}

/** The user has not agreed, or agrees no more. */
export class NotSubscribed extends SubscriptionRefused {
  override readonly name = 'NotSubscribed'
}

/** The messaging app is busy, or has had enough for now: it did not take the message, and may take it later. */
export class SubscriptionBusy extends Error {
  override readonly name = 'SubscriptionBusy'
}

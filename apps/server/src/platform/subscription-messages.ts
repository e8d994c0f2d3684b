import type { MessageType } from '@yunji/contract/messages/rules'

export interface SubscriptionMessage {
  /** Recipient's id in the app of {@link SubscriptionMessages.appId}. */
  readonly openid: string
  readonly messageType: MessageType
  readonly title: string
  readonly summary: string
  /** Our page with its query. */
  readonly link: string
  readonly at: Date
}

/** Template that the mini-program asks the user to subscribe to. */
interface SubscriptionTemplate {
  readonly messageType: MessageType
  readonly templateId: string
}

/** Subscription messages of WeChat: one for each consent of the user. */
export interface SubscriptionMessages {
  /** Null without a mini-program. */
  readonly appId: string | null
  readonly templates: readonly SubscriptionTemplate[]
  /** Resolves when WeChat has accepted the message; rejects otherwise. */
  send(message: SubscriptionMessage): Promise<void>
}

/** WeChat refused the message for good. Its own text is for the log. */
export class SubscriptionRefused extends Error {
  override readonly name: string = 'SubscriptionRefused'
}

/** The user has not subscribed, or has unsubscribed. */
export class NotSubscribed extends SubscriptionRefused {
  override readonly name = 'NotSubscribed'
}

/** WeChat is busy or limits the rate: the message was not accepted and may be sent later. */
export class SubscriptionBusy extends Error {
  override readonly name = 'SubscriptionBusy'
}

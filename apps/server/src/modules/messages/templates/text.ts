import type { MessageEvent } from '@yunji/contract/message/events'
import type { EventFacts } from '../../../platform/outbox/facts.ts'

/** What somebody reads. */
export interface MessageText {
  readonly title: string
  readonly content: string
  /** One sentence that says it all: the message centre shows it, and a way outside has room for no more. */
  readonly summary: string
  /** A page of ours with its query, and what the way there is called; both empty where it leads nowhere. */
  readonly link: string
  readonly linkText: string
  readonly deviceId?: number | undefined
}

export type Templates<Events extends MessageEvent> = {
  readonly [Event in Events]: (facts: EventFacts[Event]) => MessageText
}

interface SmsMessage {
  readonly mobilePhone: string
  readonly code: string
  readonly lifetimeMinutes: number
}

interface SmsNotice {
  readonly mobilePhone: string
  /** One sentence: the provider's template stands around it. */
  readonly text: string
}

/** Brings words to a phone. */
export interface SmsSender {
  /** Ends when the provider has taken the message; fails when it has not. */
  send(message: SmsMessage): Promise<void>
  /** Whether there is a template for what is no code. */
  readonly canNotify: boolean
  notify(notice: SmsNotice): Promise<void>
}

/** The provider answered, and did not take the message. Its own words are for the log. */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused'
}

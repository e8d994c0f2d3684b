interface SmsMessage {
  readonly mobilePhone: string
  readonly code: string
  readonly lifetimeMinutes: number
}

/** Brings a code to a phone. */
export interface SmsSender {
  /** Ends when the provider has taken the message; fails when it has not. */
  send(message: SmsMessage): Promise<void>
}

/** The provider answered, and did not take the message. Its own words are for the log. */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused'
}

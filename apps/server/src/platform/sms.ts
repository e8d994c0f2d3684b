interface SmsMessage {
  readonly mobilePhone: string
  readonly code: string
  readonly lifetimeMinutes: number
}

interface SmsNotice {
  readonly mobilePhone: string
  /** One sentence, inserted into the provider's template. */
  readonly text: string
}

export interface SmsSender {
  /** Resolves when the provider has accepted the message; rejects otherwise. */
  send(message: SmsMessage): Promise<void>
  /** True when a template for notices is configured. */
  readonly canNotify: boolean
  notify(notice: SmsNotice): Promise<void>
}

/** The provider answered with a refusal. Its own text is for the log. */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused'
}

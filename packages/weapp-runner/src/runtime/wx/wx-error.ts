/** What the phone refuses by its rules. The program is told; anything else that is thrown is a fault and recorded. */
export class WxError extends Error {
  readonly details: Readonly<Record<string, unknown>>

  constructor(reason: string, details: Readonly<Record<string, unknown>> = {}) {
    super(reason)
    this.details = details
  }
}

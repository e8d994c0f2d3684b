import { createFakeClock } from '@yunji/testkit/fake-clock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clock } from '../../platform/clock.ts'
import type { SmsSender } from '../../platform/sms.ts'

export interface SentMessage {
  readonly mobilePhone: string
  readonly code: string
}

/** A provider that listens somewhere, and what it has taken so far. */
export interface SmsProvider {
  readonly sender: SmsSender
  /** The same sender with a key that the provider does not know. */
  readonly impostor: SmsSender
  sent(): readonly SentMessage[]
  /** The provider itself takes the message no more. */
  readonly refusedPhone: string
  close(): Promise<void>
}

/** What every sender must do. The embedded one and the vendors' run the same suite. */
export const smsSuite = (name: string, start: (clock: Clock) => Promise<SmsProvider>): void => {
  describe(`SMS: ${name}`, () => {
    let provider: SmsProvider
    beforeAll(async () => {
      provider = await start(createFakeClock())
    })
    afterAll(() => provider.close())

    const message = { mobilePhone: '13800138000', code: '012345', lifetimeMinutes: 5 }

    it('brings number and code to the provider, leading zeros included', async () => {
      await provider.sender.send(message)
      expect(provider.sent()).toEqual([{ mobilePhone: '13800138000', code: '012345' }])
    })

    it('fails when the provider refuses the number', async () => {
      await expect(provider.sender.send({ ...message, mobilePhone: provider.refusedPhone })).rejects.toThrow(/number/i)
      expect(provider.sent()).toHaveLength(1)
    })

    it('fails when the signature is not right', async () => {
      await expect(provider.impostor.send(message)).rejects.toThrow(/signature/i)
      expect(provider.sent()).toHaveLength(1)
    })

    it('fails when nobody is there', async () => {
      await provider.close()
      await expect(provider.sender.send(message)).rejects.toThrow('fetch failed')
    })
  })
}

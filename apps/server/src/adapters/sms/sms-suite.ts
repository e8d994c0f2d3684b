import { createFakeClock } from '@yunji/testkit/fake-clock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clock } from '../../platform/clock.ts'
import type { SmsSender } from '../../platform/sms.ts'

export interface SentMessage {
  readonly mobilePhone: string
  /** The code, or the text of a notice. */
  readonly words: string
}

/** Running provider with the messages that it has accepted. */
export interface SmsProvider {
  readonly sender: SmsSender
  /** The same sender with a key unknown to the provider. */
  readonly impostor: SmsSender
  /** The same sender without a template for notices. */
  readonly withoutNotices: SmsSender
  /** Newest first. */
  sent(): readonly SentMessage[]
  /** Number that the provider refuses. */
  readonly refusedPhone: string
  close(): Promise<void>
}

/** Contract tests of SMS senders, run by the embedded one and the vendors'. */
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
      expect(provider.sent()).toEqual([{ mobilePhone: '13800138000', words: '012345' }])
    })

    it('brings the words of a notice', async () => {
      expect(provider.sender.canNotify).toBe(true)
      await provider.sender.notify({ mobilePhone: '13800138000', text: '云端农场 02 将在 18 小时后到期' })
      expect(provider.sent()).toEqual([
        { mobilePhone: '13800138000', words: '云端农场 02 将在 18 小时后到期' },
        { mobilePhone: '13800138000', words: '012345' },
      ])
    })

    it('brings no notice without a template for it', async () => {
      const { canNotify, notify } = provider.withoutNotices
      expect(canNotify).toBe(false)
      await expect(notify({ mobilePhone: '13800138000', text: '你好' })).rejects.toThrow('no template')
    })

    it('fails when the provider refuses the number', async () => {
      await expect(provider.sender.send({ ...message, mobilePhone: provider.refusedPhone })).rejects.toThrow(/number/i)
      expect(provider.sent()).toHaveLength(2)
    })

    it('fails when the signature is not right', async () => {
      await expect(provider.impostor.send(message)).rejects.toThrow(/signature/i)
      expect(provider.sent()).toHaveLength(2)
    })

    it('fails when nobody is there', async () => {
      await provider.close()
      await expect(provider.sender.send(message)).rejects.toThrow('fetch failed')
    })
  })
}

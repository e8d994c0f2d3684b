import { MessageType } from '@yunji/contract/messages/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  NotSubscribed,
  SubscriptionBusy,
  type SubscriptionMessages,
  SubscriptionRefused,
} from '../../platform/subscription-messages.ts'
import type { SentSubscriptionMessage } from './embedded.ts'

/** Running WeChat API with the messages that it has accepted. */
export interface SubscriptionProvider {
  readonly messages: SubscriptionMessages
  /** The same client with a wrong app secret. */
  readonly impostor: SubscriptionMessages
  brought(): readonly SentSubscriptionMessage[]
  readonly refusingOpenid: string
  /** Expires every issued access token. */
  endTokens(): void
  close(): Promise<void>
}

/** Contract tests of subscription messages. */
export const subscriptionSuite = (name: string, start: () => Promise<SubscriptionProvider>): void => {
  describe(`subscription messages: ${name}`, () => {
    let provider: SubscriptionProvider
    beforeAll(async () => {
      provider = await start()
    })
    afterAll(() => provider.close())

    const message = {
      openid: 'xiaoyun',
      messageType: MessageType.renewalReminder,
      title: '设备即将到期',
      summary: '一台名字特别特别特别特别长的云手机 将在 18 小时后到期',
      link: '/pages/Renew/index?deviceId=7',
      at: new Date('2026-11-15T02:20:00Z'),
    }

    it('sends title, summary and time, as long as they may be, and the path of the page', async () => {
      await provider.messages.send(message)
      const [brought] = provider.brought()
      expect(brought).toMatchObject({ openid: 'xiaoyun', page: 'pages/Renew/index?deviceId=7' })
      const [title, summary = '', time] = brought?.lines ?? []
      expect([title, time]).toEqual(['设备即将到期', '2026-11-15 10:20'])
      expect(summary).toHaveLength(20)
      expect(provider.messages.templates).toContainEqual({
        messageType: MessageType.renewalReminder,
        templateId: brought?.templateId,
      })
    })

    it('leads to the message centre where the message leads nowhere', async () => {
      await provider.messages.send({ ...message, link: '' })
      expect(provider.brought()[0]?.page).toBe('pages/user/message')
    })

    it('goes on with another access token when the one it has is over', async () => {
      provider.endTokens()
      await provider.messages.send(message)
      expect(provider.brought()).toHaveLength(3)
    })

    it('says when the user has not agreed', async () => {
      const refused = provider.messages.send({ ...message, openid: provider.refusingOpenid })
      await expect(refused).rejects.toBeInstanceOf(NotSubscribed)
    })

    it('brings nothing of a type without a template', async () => {
      const refused = provider.messages.send({ ...message, messageType: MessageType.notice })
      await expect(refused).rejects.toBeInstanceOf(SubscriptionRefused)
    })

    it('may be tried again when the secret is not right, or nobody is there', async () => {
      await expect(provider.impostor.send(message)).rejects.toBeInstanceOf(SubscriptionBusy)
      await provider.close()
      await expect(provider.messages.send(message)).rejects.toThrow('fetch failed')
      expect(provider.brought()).toHaveLength(3)
    })
  })
}

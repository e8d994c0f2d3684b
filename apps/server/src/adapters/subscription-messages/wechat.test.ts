import { MessageType } from '@yunji/contract/messages/rules'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { createSignedTokens } from '../../platform/signed-tokens.ts'
import { singleKey } from '../../platform/signing-keys.ts'
import { startEmbeddedWechat } from '../wechat-login/embedded.ts'
import { createSubscriptionInbox, REFUSING_OPENID } from './embedded.ts'
import { subscriptionSuite } from './subscription-suite.ts'
import { createWechatSubscriptions } from './wechat.ts'

const { renewalReminder } = MessageType

subscriptionSuite('WeChat, against the embedded service', async () => {
  const app = { id: 'wx1', secret: 'right' }
  const clock = createFakeClock()
  const providerClock = createFakeClock()
  const inbox = createSubscriptionInbox(app, createSignedTokens(singleKey(Buffer.alloc(32, 3)), providerClock))
  const server = await startEmbeddedWechat(inbox)
  const template = { messageType: renewalReminder, templateId: 't-2', keywords: ['thing1', 'thing2', 'time3'] } as const
  const options = { endpoint: server.url, templates: [template], clock }
  return {
    messages: createWechatSubscriptions({ ...options, app }),
    impostor: createWechatSubscriptions({ ...options, app: { ...app, secret: 'wrong' } }),
    brought: inbox.list,
    refusingOpenid: REFUSING_OPENID,
    // Advances the provider's clock only, so that ours still considers its token valid.
    endTokens: () => providerClock.advance(24 * 60 * 60_000),
    close: server.close,
  }
})

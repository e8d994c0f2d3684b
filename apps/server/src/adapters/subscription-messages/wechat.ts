import { formatDate } from '@yunji/contract/display/time'
import type { MessageType } from '@yunji/contract/messages/rules'
import { pathOf } from '@yunji/contract/pages'
import type { Clock } from '../../platform/clock.ts'
import {
  NotSubscribed,
  SubscriptionBusy,
  type SubscriptionMessage,
  type SubscriptionMessages,
  SubscriptionRefused,
} from '../../platform/subscription-messages.ts'
import type { WechatApp } from '../wechat-login/wechat.ts'
import { createAccessToken } from './access-token.ts'

/** WeChat template with its three keyword names: title, summary, time. */
interface WechatTemplate {
  readonly messageType: MessageType
  readonly templateId: string
  readonly keywords: readonly [title: string, summary: string, time: string]
}

interface WechatSubscriptionOptions {
  readonly endpoint: string
  readonly app: WechatApp
  readonly templates: readonly WechatTemplate[]
  readonly clock: Clock
}

interface Answer {
  readonly errcode?: number
  readonly errmsg?: string
}

const TIMEOUT_MS = 10_000
/** Limit of a keyword of type `thing`, in characters. */
const LONGEST_THING = 20
const CHINA_MINUTES = 8 * 60

/** Error codes of WeChat. */
const NOT_SUBSCRIBED = 43101
const TOKEN_ENDED: ReadonlySet<number> = new Set([40001, 40014, 42001])
const BUSY: ReadonlySet<number> = new Set([-1, 45009, 45011])

const thing = (text: string): string => (text.length > LONGEST_THING ? `${text.slice(0, LONGEST_THING - 1)}…` : text)

export const createWechatSubscriptions = (options: WechatSubscriptionOptions): SubscriptionMessages => {
  const { endpoint, app, templates, clock } = options
  const token = createAccessToken({ endpoint, app, clock })

  const post = async (body: object): Promise<Answer> => {
    const query = new URLSearchParams({ access_token: await token.get() })
    const response = await fetch(`${endpoint}/cgi-bin/message/subscribe/send?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return (await response.json()) as Answer
  }

  return {
    appId: app.id,
    templates: templates.map(({ messageType, templateId }) => ({ messageType, templateId })),

    async send(message) {
      const template = templates.find(({ messageType }) => messageType === message.messageType)
      if (!template) throw new SubscriptionRefused(`no template for type ${message.messageType}`)
      const body = bodyOf(message, template)
      let answer = await post(body)
      if (TOKEN_ENDED.has(answer.errcode ?? 0)) {
        token.forget()
        answer = await post(body)
      }
      assertTaken(answer)
    },
  }
}

const bodyOf = (
  { openid, title, summary, link, at }: SubscriptionMessage,
  { templateId, keywords: [titleKey, summaryKey, timeKey] }: WechatTemplate,
) => ({
  touser: openid,
  template_id: templateId,
  // WeChat names pages without the leading slash.
  page: (link || pathOf('user/message')).slice(1),
  data: {
    [titleKey]: { value: thing(title) },
    [summaryKey]: { value: thing(summary) },
    [timeKey]: { value: formatDate(at.getTime(), 'YYYY-MM-DD HH:mm', CHINA_MINUTES) },
  },
})

const assertTaken = ({ errcode = 0, errmsg }: Answer): void => {
  if (errcode === 0) return
  const words = `${errcode} ${errmsg}`
  if (errcode === NOT_SUBSCRIBED) throw new NotSubscribed(words)
  if (BUSY.has(errcode) || TOKEN_ENDED.has(errcode)) throw new SubscriptionBusy(words)
  throw new SubscriptionRefused(words)
}

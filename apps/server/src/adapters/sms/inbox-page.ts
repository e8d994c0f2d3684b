import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import { escapeHtml, htmlPage } from '../demo-page.ts'
import type { SentSubscriptionMessage, SubscriptionInbox } from '../subscription-messages/embedded.ts'
import type { InboxMessage, SmsInbox } from './inbox.ts'

/** Demo inbox: HTML for browsers, JSON for other clients. */
export const addInboxPage = (app: FastifyInstance, inbox: SmsInbox, subscriptions?: SubscriptionInbox): void => {
  app.get(sideRoutes.demoSms.path, (request, reply) => {
    reply.header('cache-control', 'no-store')
    const messages = inbox.list()
    const brought = subscriptions?.list() ?? []
    if (!request.headers.accept?.includes('text/html')) return reply.send({ messages, subscriptions: brought })
    return reply.type('text/html; charset=utf-8').send(page(messages, brought))
  })
}

const page = (messages: readonly InboxMessage[], brought: readonly SentSubscriptionMessage[]): string =>
  htmlPage(
    '短信收件箱',
    `<h1>短信收件箱</h1><p class="note">体验环境不发送真实短信，验证码和通知都在这里。刷新页面查看新短信。</p>
${messages.map(card).join('') || '<p class="note">还没有短信。</p>'}
<h1>微信订阅消息</h1>${brought.map(subscriptionCard).join('') || '<p class="note">还没有订阅消息。</p>'}`,
  )

const TIME = new Intl.DateTimeFormat('zh-CN', { timeStyle: 'medium', timeZone: 'Asia/Shanghai' })

const card = ({ mobilePhone, code, text, receivedAt }: InboxMessage): string =>
  `<div class="card"><p class="note">${escapeHtml(mobilePhone)} · ${TIME.format(receivedAt)}</p>
${code && `<p class="code">${escapeHtml(code)}</p>`}<p>${escapeHtml(text)}</p></div>`

const subscriptionCard = ({ openid, lines: [title = '', ...lines], page: leadsTo }: SentSubscriptionMessage): string =>
  `<div class="card"><p class="note">${escapeHtml(openid)} · ${escapeHtml(leadsTo)}</p><p>${escapeHtml(title)}</p>
${lines.map((line) => `<p class="note">${escapeHtml(line)}</p>`).join('')}</div>`

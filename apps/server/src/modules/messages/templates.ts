import type { MessageEvent } from '@yunji/contract/messages/rules'
import { accountTemplates } from './templates/account.ts'
import { alertTemplates } from './templates/alerts.ts'
import { deviceTemplates } from './templates/devices.ts'
import type { MessageText, Templates } from './templates/format.ts'
import { moneyTemplates } from './templates/money.ts'
import { scheduleTemplates } from './templates/schedules.ts'
import { serviceTemplates } from './templates/service.ts'
import { spaceTemplates } from './templates/space.ts'

const templates: Templates<MessageEvent> = {
  ...deviceTemplates,
  ...scheduleTemplates,
  ...alertTemplates,
  ...moneyTemplates,
  ...accountTemplates,
  ...spaceTemplates,
  ...serviceTemplates,
}

const LONGEST_LINE = 64
const LONGEST_CONTENT = 2000

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

/** Renders the message of an event. `payload` comes from the database, so it is what the event's writer stored. */
export const messageOf = (event: MessageEvent, payload: unknown): MessageText => {
  const write = templates[event] as ((payload: unknown) => MessageText) | undefined
  if (!write) throw new Error(`no words for ${event}`)
  const { title, content, summary, ...rest } = write(payload)
  return {
    ...rest,
    title: cut(title, LONGEST_LINE),
    content: cut(content, LONGEST_CONTENT),
    summary: cut(summary, LONGEST_LINE),
  }
}

import type { MessageEvent } from '@yunji/contract/messages/rules'
import { fillIn, type MessageTexts } from '@yunji/contract/messages/wording'
import { accountTemplates } from './templates/account.ts'
import { alertTemplates } from './templates/alerts.ts'
import { deviceTemplates } from './templates/devices.ts'
import type { MessageText, Templates, Wording, Written } from './templates/format.ts'
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

/** Words of operators by `event` or `event.variant`. */
export type OwnWordings = ReadonlyMap<string, MessageTexts>

const NONE: OwnWordings = new Map()

const patternOf = (text: Wording | string): string => (typeof text === 'string' ? text : text.pattern)
const factsOf = (text: Wording | string) => (typeof text === 'string' ? {} : text.facts)

/** Our words for an event, with the facts that any of its texts may name. `payload` is what the event's writer stored. */
export const wordingOf = (event: MessageEvent, payload: unknown) => {
  const write = templates[event] as ((payload: unknown) => Written) | undefined
  if (!write) throw new Error(`no words for ${event}`)
  const { title, content, summary, variant, ...rest } = write(payload)
  return {
    key: variant === undefined ? event : `${event}.${variant}`,
    patterns: { title: patternOf(title), content: patternOf(content), summary: patternOf(summary) },
    facts: { ...factsOf(title), ...factsOf(content), ...factsOf(summary) },
    rest,
  }
}

/** Renders the message of an event, in the words of an operator where there are such. */
export const messageOf = (event: MessageEvent, payload: unknown, own: OwnWordings = NONE): MessageText => {
  const { key, patterns, facts, rest } = wordingOf(event, payload)
  const { title, content, summary } = own.get(key) ?? patterns
  return {
    ...rest,
    title: cut(fillIn(title, facts), LONGEST_LINE),
    content: cut(fillIn(content, facts), LONGEST_CONTENT),
    summary: cut(fillIn(summary, facts), LONGEST_LINE),
  }
}

import type { MessageEvent } from '@yunji/contract/messages/rules'
import { type MessageTexts, messageTexts, placeholdersOf } from '@yunji/contract/messages/wording'
import type * as calls from '@yunji/contract/operator/wording-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Db, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readSetting, writeSetting } from '../configuration/configure/index.ts'
import type { MessageDeps } from './deps.ts'
import { messageSamples } from './templates/samples.ts'
import { wordingOf } from './templates.ts'
import { deleteOwnWording, readOwnWordings, wordingSetting } from './wording-store.ts'

type Deps = Pick<MessageDeps, 'database' | 'clock'>

/** Our words for every case of every event, by key. */
const standardWordings = new Map(
  Object.entries(messageSamples).flatMap(([event, samples]) =>
    samples.map((sample) => {
      const { key, patterns, facts } = wordingOf(event as MessageEvent, sample)
      return [key, { patterns, facts }] as const
    }),
  ),
)

export const getWordings =
  ({ database: { db } }: Deps) =>
  async ({
    text = '',
  }: CallArguments<typeof calls.getMessageWordings>): Promise<CallData<typeof calls.getMessageWordings>> => {
    const own = await readOwnWordings(db)
    const records = [...standardWordings].map(([key, { patterns: standard, facts }]) => ({
      key,
      ...standard,
      ...own.get(key),
      standard,
      isOwn: own.has(key),
      facts: Object.entries(facts).map(([name, example]) => ({ name, example })),
    }))
    const isWanted = ({ key, title, content, summary, standard }: (typeof records)[number]): boolean =>
      [key, title, content, summary, standard.title].some((words) => words.includes(text))
    return { records: records.filter(isWanted) }
  }

/** Words of an operator for one message; null where it has ours. */
export const findOwnWording = (db: Db | Tx, key: string): Promise<MessageTexts | null> =>
  readSetting(db, wordingSetting(key), messageTexts, { unset: null })

const assertKnownFacts = (facts: Readonly<Record<string, string>>, wording: MessageTexts): void => {
  const unknown = Object.values(wording)
    .flatMap(placeholdersOf)
    .find((name) => !Object.hasOwn(facts, name))
  if (unknown === undefined) return
  const names = Object.keys(facts).map((name) => `{${name}}`)
  const text = names.length > 0 ? `可以引用 ${names.join('、')}` : '它没有可以引用的内容'
  throw new AppError('BAD_INPUT', { text: `这种消息没有 {${unknown}}，${text}` })
}

export const setWording =
  ({ database: { db }, clock }: Deps) =>
  async ({ key, ...wording }: CallArguments<typeof calls.setMessageWording>): Promise<null> => {
    const standard = standardWordings.get(key)
    if (!standard) throw new AppError('NOT_FOUND', { text: '没有这种消息' })
    assertKnownFacts(standard.facts, wording)
    await writeSetting(db, wordingSetting(key), wording, clock.now())
    return null
  }

export const resetWording =
  ({ database: { db } }: Deps) =>
  async (key: string): Promise<null> => {
    if (!standardWordings.has(key)) throw new AppError('NOT_FOUND', { text: '没有这种消息' })
    await deleteOwnWording(db, key)
    return null
  }

import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import { scrubText } from '@yunji/contract/telemetry/page-log'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Logger } from 'pino'
import { createBatchWriter } from '../../../platform/batch-writer.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { type UsageRow, writeUsageRows } from './store.ts'

interface UsageLogDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

/** Limit of the fields that the specification does not name. */
const MORE_MAXIMUM = 2_048

/** Answered after the commit. */
export const usageLogRoutes = ({ database, clock, log }: UsageLogDeps): Binding[] => {
  const write = (rows: readonly UsageRow[]) => writeUsageRows(database.pool, clock.now(), rows)
  const writer = createBatchWriter<UsageRow>({ job: 'usage-logs.write', log, write })
  return [
    bind(saveUserUsageLog, async (input, { caller }) => {
      await writer.add(usageRow(caller.userId, input))
      return null
    }),
  ]
}

const usageRow = (userId: number, log: CallArguments<typeof saveUserUsageLog>): UsageRow => {
  const { logId = '', client = '', version = '', terminalType = '', accessingPages = '', exitMark = 0, ...more } = log
  const page = accessingPages.includes('?') ? scrubText(accessingPages) : accessingPages
  return { userId, logId, client, version, terminalType, accessingPages: page, exitMark, more: moreText(more) }
}

const moreText = (more: Readonly<Record<string, unknown>>): string | null =>
  Object.keys(more).length > 0 ? shortJson(more) : null

/** As text: PostgreSQL's JSON refuses some valid JSON. */
const shortJson = (value: object): string => {
  const text = jsonOf(value)
  if (text === undefined || text.length > MORE_MAXIMUM) throw new AppError('BAD_INPUT', { text: '参数有误：内容过长' })
  return scrubText(text)
}

/** Undefined where it is nested too deeply to be serialised. */
const jsonOf = (value: object): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

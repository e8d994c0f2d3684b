import { type PageLogFields, pageLogFields, scrubText } from '@yunji/contract/telemetry/page-log'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/errors.ts'
import { clientOf, knownPageOf, terminalOf, versionOf } from '../../../platform/known-clients.ts'

const BAD_FORM = '请求格式不正确'

const fieldsIn = (body: unknown): Record<string, string> => {
  if (typeof body !== 'string' || body.includes('%00')) throw new AppError('BAD_INPUT', { text: BAD_FORM })
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(body)) {
    if (name in fields || value.includes('\0')) throw new AppError('BAD_INPUT', { text: BAD_FORM })
    fields[name] = value
  }
  return { ...fields }
}

/** Storable part of a page log: known values for enumerated fields, and texts without personal data. */
export const readForm = (body: unknown): PageLogFields => {
  const checked = z.safeParse(pageLogFields, fieldsIn(body))
  if (!checked.success) throw new AppError('BAD_INPUT')
  const { page, client, version, terminalType, channel, ...rest } = checked.data
  const about = {
    page: knownPageOf(page.split(/[?#]/, 1)[0] ?? ''),
    client: clientOf(client),
    version: versionOf(version),
    terminalType: terminalOf(terminalType),
    channel: scrubText(channel),
  }
  return rest.event === 'view'
    ? { ...rest, ...about }
    : { ...rest, ...about, message: scrubText(rest.message), stack: scrubText(rest.stack) }
}

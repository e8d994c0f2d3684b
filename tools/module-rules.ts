import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { root } from './command.ts'

const MODULES = 'apps/server/src/modules'
const MAXIMUM_EXPORTS = 20
/** Fewer files mean that the glob no longer finds the modules. */
const MINIMUM_FILES = 150

/** Files with SQL that is still to be moved into a store; the list only gets shorter. */
const SQL_ALLOWED: ReadonlySet<string> = new Set<string>([
  'accounts/deletion/erase-accounts.ts',
  'accounts/invites/bind-invite.ts',
  'accounts/profile/routes.ts',
  'accounts/profile/save-work-types.ts',
  'accounts/profile/upload-avatar.ts',
  'accounts/sessions/routes.ts',
  'accounts/sms-codes/routes.ts',
  'accounts/sms-codes/sweep-codes.ts',
  'accounts/users/complete-login.ts',
  'accounts/users/report-new-login.ts',
  'accounts/verification/seal-numbers.ts',
  'devices/covers/routes.ts',
  'devices/fleet/begin-task.ts',
  'devices/fleet/buttons.ts',
  'devices/fleet/change-configuration.ts',
  'devices/fleet/check-health.ts',
  'devices/fleet/device-tasks.ts',
  'devices/fleet/extend-device.ts',
  'devices/fleet/operator-routes.ts',
  'devices/fleet/outages.ts',
  'devices/fleet/quarantine-phone.ts',
  'devices/fleet/release-device.ts',
  'devices/fleet/sweep-devices.ts',
  'devices/fleet/transitions.ts',
  'devices/rental/meter-hours.ts',
  'devices/rental/pay-hour.ts',
  'devices/rental/release-stopped.ts',
  'devices/rental/return-device.ts',
  'devices/rental/switch-power.ts',
  'devices/streams/routes.ts',
  'messages/change-settings.ts',
  'messages/deliver-events.ts',
  'messages/list-messages.ts',
  'messages/plan-sends.ts',
  'messages/publish-notice.ts',
  'messages/remind-owners.ts',
  'messages/send-messages.ts',
  'messages/sweep-messages.ts',
  'space/grant-space.ts',
  'space/order-space.ts',
  'space/quota.ts',
  'space/routes.ts',
  'telemetry/page-logs/maintain-days.ts',
])

const STORE = /(?:^|[/-])store\.ts$/
const TEST = /\.test\.ts$/

/** Values of these modules build or send statements; types of them do not. */
const SQL_IMPORT = /^import (?!type\b)(\{[^}]*\}|[^;{]*?) from '([^']*)'/gms
const isSqlModule = (specifier: string): boolean =>
  specifier.startsWith('drizzle-orm') || /(?:^|\/)tables\/[\w-]+\.ts$/.test(specifier)
const STATEMENT_FUNCTIONS = /\b(?:query|queryAtCommit|prepared)\b/
const STATEMENT = /\b(?:pool|client|tx|db)\s*\.\s*(?:query|execute|select|insert|update|delete|\$count)\b/

const valuesOf = (clause: string): string[] =>
  clause
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))

/** Whether a file builds or sends SQL. */
export const hasSql = (source: string): boolean => {
  for (const [, clause = '', specifier = ''] of source.matchAll(SQL_IMPORT)) {
    const values = valuesOf(clause)
    if (isSqlModule(specifier) && values.length > 0) return true
    if (specifier.endsWith('platform/transaction.ts') && values.some((name) => STATEMENT_FUNCTIONS.test(name)))
      return true
  }
  return STATEMENT.test(source)
}

/** Names that an `index.ts` exports, types included. */
export const countExports = (source: string): number => {
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gms)].map(([, names = '']) => names)
  const listed = lists.flatMap((names) => names.split(',').filter((name) => name.trim() !== '')).length
  return listed + [...source.matchAll(/^export (?:async )?(?:const|function|class|interface|type|enum) \w/gm)].length
}

/** One sentence for each file that breaks a rule of the server's modules. */
export const findViolations = (
  files: ReadonlyMap<string, string>,
  sqlAllowed: ReadonlySet<string> = SQL_ALLOWED,
): string[] =>
  [...files].flatMap(([file, source]) => {
    const name = file.slice(MODULES.length + 1)
    const isAllowed = STORE.test(file) || sqlAllowed.has(name)
    const exported = file.endsWith('/index.ts') ? countExports(source) : 0
    return [
      ...(!isAllowed && hasSql(source) ? [`${file}: SQL belongs in store.ts or *-store.ts`] : []),
      ...(sqlAllowed.has(name) && !hasSql(source) ? [`${file}: has no SQL any more: remove it from the list`] : []),
      ...(exported > MAXIMUM_EXPORTS ? [`${file}: exports ${exported} names, at most ${MAXIMUM_EXPORTS}`] : []),
    ]
  })

const readModules = async (): Promise<Map<string, string>> => {
  const files = new Map<string, string>()
  for await (const file of glob(`${MODULES}/**/*.ts`, { cwd: root }))
    if (!TEST.test(file)) files.set(file.split(path.sep).join('/'), readFileSync(path.join(root, file), 'utf8'))
  return files
}

if (import.meta.main) {
  const files = await readModules()
  const violations = findViolations(files)
  const missing = [...SQL_ALLOWED].filter((name) => !files.has(`${MODULES}/${name}`))
  const unseen = files.size < MINIMUM_FILES ? [`only ${files.size} files of the modules were found`] : []
  const all = [...violations, ...missing.map((name) => `${name}: is on the list and does not exist`), ...unseen]
  for (const text of all) process.stdout.write(`${text}\n`)
  process.exitCode = all.length === 0 ? 0 : 1
}

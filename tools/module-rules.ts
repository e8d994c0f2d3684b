import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { root } from './command.ts'

const MODULES = 'apps/server/src/modules'
const MAXIMUM_EXPORTS = 20
/** Fewer files mean that the glob no longer finds the modules. */
const MINIMUM_FILES = 150

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
export const findViolations = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([file, source]) => {
    const exported = file.endsWith('/index.ts') ? countExports(source) : 0
    return [
      ...(!STORE.test(file) && hasSql(source) ? [`${file}: SQL belongs in store.ts or *-store.ts`] : []),
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
  const unseen = files.size < MINIMUM_FILES ? [`only ${files.size} files of the modules were found`] : []
  const all = [...violations, ...unseen]
  for (const text of all) process.stdout.write(`${text}\n`)
  process.exitCode = all.length === 0 ? 0 : 1
}

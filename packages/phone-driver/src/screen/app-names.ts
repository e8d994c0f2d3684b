import type { Link } from '../link/link.ts'
import { readServerList } from './server.ts'

/** Labels are loaded from every package, which takes seconds on a slow phone. */
const TIMEOUT_MS = 10_000
/** After a long name the package stands on the next line. */
const ENTRY = /^ *[*-] (.+?)\s+([A-Za-z]\w*(?:\.\w+)+) *$/gm

/** Cached for the lifetime of the link: names only change with the language. */
const known = new WeakMap<Link, Map<string, string>>()

/**
 * Labels by package name, listed by scrcpy's server since ADB only knows packages. Empty when the server is missing.
 */
export async function findAppNames(link: Link, packageNames: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = known.get(link) ?? new Map<string, string>()
  if (packageNames.every((name) => names.has(name))) return names
  const listed = await listAppNames(link).catch(() => new Map<string, string>())
  // Apps without a launcher entry have no label; the empty text keeps them from being listed again.
  const all = new Map(packageNames.map((name) => [name, listed.get(name) ?? '']))
  known.set(link, all)
  return all
}

const listAppNames = async (link: Link): Promise<Map<string, string>> =>
  parseAppNames(await readServerList(link, { list_apps: true }, TIMEOUT_MS))

export function parseAppNames(output: string): Map<string, string> {
  const list = output.slice(output.indexOf('List of apps:'))
  return new Map([...list.matchAll(ENTRY)].map(([, name = '', packageName = '']) => [packageName, name]))
}

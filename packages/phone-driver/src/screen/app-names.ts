import type { Link } from '../link/link.ts'
import { readAll } from '../shell.ts'
import { pushServer, serverCommand } from './server.ts'

/** A phone loads every app's label from its package, which takes seconds on a small one. */
const TIMEOUT_MS = 10_000
/** A long name pushes the package to the next line. */
const ENTRY = /^ *[*-] (.+?)\s+([A-Za-z]\w*(?:\.\w+)+) *$/gm

/** What is known of a phone while its link lasts: names only change with the language. */
const known = new WeakMap<Link, Map<string, string>>()

/**
 * What people call the apps that can be opened. ADB itself only knows packages; scrcpy's server asks Android. Nobody
 * waits for names that were told before, and without the server there are none.
 */
export async function findAppNames(link: Link, packageNames: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = known.get(link)
  if (names && packageNames.every((name) => names.has(name))) return names
  const listed = await listAppNames(link).catch(() => new Map<string, string>())
  // An app without an icon has no name; asking again would not give it one.
  const all = new Map(packageNames.map((name) => [name, listed.get(name) ?? '']))
  known.set(link, all)
  return all
}

async function listAppNames(link: Link): Promise<Map<string, string>> {
  await pushServer(link)
  const operation = link.begin('listing the names of apps', TIMEOUT_MS)
  try {
    const socket = await link.openSocket(`exec:${serverCommand({ list_apps: true })}`, operation)
    return parseAppNames((await operation.race(readAll(socket.readable))).toString())
  } finally {
    operation.end()
  }
}

export function parseAppNames(output: string): Map<string, string> {
  const list = output.slice(output.indexOf('List of apps:'))
  return new Map([...list.matchAll(ENTRY)].map(([, name = '', packageName = '']) => [packageName, name]))
}

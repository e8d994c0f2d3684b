import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** Files of the checkout without ignored ones; undefined outside of git, where nothing is known to be unchanged. */
export function listSources(root: string): string[] | undefined {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  try {
    const names = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26, stdio: 'pipe' })
    return names.split('\0').filter(Boolean).toSorted()
  } catch {
    return undefined
  }
}

/** Hash of one file's content; a missing one has a hash, too. */
export function hashFile(file: string): string {
  const hash = createHash('sha256')
  try {
    const stats = lstatSync(file)
    if (stats.isSymbolicLink()) hash.update('link\0').update(readlinkSync(file))
    else if (stats.isFile()) hash.update('file\0').update(readFileSync(file))
  } catch {
    hash.update('missing')
  }
  return hash.digest('hex')
}

/** One hash over the names and contents of files. */
export function hashFiles(root: string, files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0${hashFile(path.join(root, file))}\n`)
  return hash.digest('hex')
}

/** Variables that change how Node runs a tool. */
const VARIABLES = ['NODE_OPTIONS', 'NODE_ENV', 'NODE_PATH'] as const

/** What every check and test depends on beside the checkout: Node, the machine's kind and the installed packages. */
export function describeTools(root: string, env: NodeJS.ProcessEnv = process.env): string {
  const variables = VARIABLES.map((name) => env[name] ?? '')
  return [process.version, process.platform, process.arch, describeInstalled(root), ...variables].join('\0')
}

/** Places and contents of the installed packages; npm orders and marks them by how it came to them. */
function describeInstalled(root: string): string {
  const file = path.join(root, 'node_modules', '.package-lock.json')
  try {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { integrity?: string }> }
    const lines = Object.entries(packages).map(([place, { integrity = '' }]) => `${place} ${integrity}`)
    return lines.toSorted().join('\n')
  } catch {
    return hashFile(file)
  }
}

/** Papers are read by tests, not by the guards. */
const isPaper = (file: string): boolean => file.endsWith('.md')

/** Another key for every change that a guard could notice; undefined when that cannot be told. */
export function guardsKey(root: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const sources = listSources(root)
  if (!sources) return undefined
  const hash = createHash('sha256')
  hash.update(describeTools(root, env)).update(
    hashFiles(
      root,
      sources.filter((file) => !isPaper(file)),
    ),
  )
  return hash.digest('hex')
}

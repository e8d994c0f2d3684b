import { readPackage } from '../apps.ts'
import { PhoneError } from '../errors.ts'
import { abandonSession, commitSession, createSession } from '../install/install.ts'
import type { RootedLink } from '../root.ts'
import { runOrThrow } from '../shell.ts'
import type { RestoreSite } from './restore-site.ts'

const COPY_TIMEOUT_MS = 300_000
const COPY = 'folder=$1; shift; mkdir -p "$folder" && cp "$@" "$folder" && sync'
const LIST = 'cd "$1" && stat -c "%s %n" *.apk'
/** Through a pipe: the package manager may not open files of this folder. */
const WRITE = 'cat "$1" | cmd package install-write -S "$2" "$3" "$4" -'

/** Keeps the APKs of an app that is about to be updated. */
export async function keepParts({ link, asRoot }: RootedLink, site: RestoreSite, packageName: string): Promise<void> {
  const paths = (await readPackage(link, packageName)).map(({ path }) => path)
  const argv = ['sh', '-c', COPY, 'sh', folderOf(site, packageName), ...paths]
  await runOrThrow(link, asRoot ? asRoot(argv) : argv, COPY_TIMEOUT_MS)
}

/**
 * Brings the kept version of an app back. A phone in production refuses a downgrade: the app then stays newer, with its old
 * data, as after any update.
 */
export async function reinstallParts(
  { link, asRoot }: RootedLink,
  site: RestoreSite,
  packageName: string,
): Promise<void> {
  const run = (argv: readonly string[]) => runOrThrow(link, asRoot ? asRoot(argv) : argv, COPY_TIMEOUT_MS)
  const folder = folderOf(site, packageName)
  const parts = (await run(['sh', '-c', LIST, 'sh', folder])).split('\n').flatMap((line) => {
    const [, sizeBytes = '', name = ''] = /^(\d+) (.+)$/.exec(line) ?? []
    return name === '' ? [] : [{ name, sizeBytes }]
  })
  const totalBytes = parts.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), 0)
  const id = await createSession(link, totalBytes, '-d')
  try {
    for (const { name, sizeBytes } of parts)
      await run(['sh', '-c', WRITE, 'sh', `${folder}/${name}`, sizeBytes, id, name])
    await commitSession(link, id)
  } catch (error) {
    await abandonSession(link, id)
    if (!(error instanceof PhoneError) || error.kind === 'lost' || error.kind === 'timeout') throw error
  }
}

const folderOf = ({ journal }: RestoreSite, packageName: string): string => `${journal}/apps/${packageName}`

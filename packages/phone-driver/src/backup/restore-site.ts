import { PhoneError } from '../errors.ts'
import type { Link } from '../link/link.ts'
import type { AsRoot, RootedLink } from '../root.ts'
import { run, runOrThrow } from '../shell.ts'
import { APP_DATA, PACKAGE_FOLDERS, SHARED_STORAGE, STAGING } from './places.ts'

/**
 * `staging`: nothing is touched yet. `installing`: apps are. `leaving`: old data moves out. `entering`: new data moves in.
 * `returning`: the new data is out again and the old moves back. `done`: the new data is in place for good.
 * `cleaning`: old or new data is in place, as `outcome` says, and only staged files are left to remove.
 */
export type RestoreState = 'staging' | 'installing' | 'leaving' | 'entering' | 'returning' | 'done' | 'cleaning'

/** Folder of the phone whose children are replaced. */
export interface Area {
  /** As in the names of an archive. */
  readonly name: string
  /** In the same file system, so that a move is a rename. */
  readonly staging: string
  /** Listed packages are replaced; or all children but those that are areas of their own. */
  readonly replaces: 'packages' | 'all'
}

/** A rename that may have been sent before the link broke; it lasts milliseconds. */
const LAST_STEP_MS = 500
const STEP_TIMEOUT_MS = 600_000
/** Of an argument of the kernel: 128 KiB. */
const WRITE_CHARS = 16_000
/** Encrypted with the same key as the data of apps, and not tidied up by the package manager; the second for old phones. */
const JOURNAL_PARENTS = ['/data/misc_ce/0', '/data/local']
const JOURNAL = 'yunji-restore'
const SHARED_STAGING = `/${SHARED_STORAGE}/${STAGING}`
const ROOTLESS_JOURNAL = `${SHARED_STAGING}/journal`

const WRITE = 'printf %s "$2" >"$1.draft" && mv "$1.draft" "$1" && sync'
const APPEND = 'printf %s "$2" >>"$1" && sync'
const FIND = 'for folder; do if [ -d "$folder" ]; then echo "$folder"; exit 0; fi; done'
/** Succeeds when a move from the staging folder ($1) into the place ($2) is a rename; $3 is what of `stat` stays the same. */
const TRY_RENAME = `mkdir -p "$1" "$2" && rm -rf "$1/probe" "$2/.yunji-probe" && mkdir "$1/probe" &&
before=$(stat -c "$3" "$1/probe") && mv "$1/probe" "$2/.yunji-probe" && after=$(stat -c "$3" "$2/.yunji-probe") &&
rmdir "$2/.yunji-probe" && [ "$before" = "$after" ]`

/** Begin of every script that moves: $1 is the journal, $2 this run. Another run may have taken over since. */
const IF_OWNER = '[ "$(cat "$1/owner")" = "$2" ] || exit 9'
const EACH_CHILD = 'for name in * .[!.]* ..?*; do if [ -e "$name" ] || [ -L "$name" ]; then'
/** Moves the children of $3 that $5 chooses to $4. */
const MOVE_ALL = `mkdir -p "$3" "$4" && cd "$3" || exit 1
${EACH_CHILD}
case "$name" in Android|${STAGING}) continue;; esac
${IF_OWNER}
rm -rf "$4/$name" && mv "./$name" "$4/$name" || exit 1
fi; done`
const MOVE_LISTED = `mkdir -p "$3" "$4" && cd "$3" || exit 1
while read -r name rest; do if [ -e "$name" ] || [ -L "$name" ]; then
${IF_OWNER}
rm -rf "$4/$name" && mv "./$name" "$4/$name" || exit 1
fi; done <"$1/packages"`
const SET_OWNERS = `while read -r name user rest; do if [ -e "$3/$name" ]; then
chown -hR "$user:$user" "$3/$name" || exit 1
fi; done <"$1/packages"`
/** On shared storage that is mounted as it is; where Android decides on owners itself, it refuses. */
const SET_SHARED_OWNERS = `group=$(stat -c %g "$4")
while read -r name user rest; do if [ -e "$3/$name" ]; then chown -hR "$user:$group" "$3/$name" 2>/dev/null; fi; done <"$1/packages"; exit 0`
const LABEL = `while read -r name rest; do if [ -e "/${APP_DATA}/$name" ]; then
restorecon -R "/${APP_DATA}/$name" || exit 1
fi; done <"$1/packages"`
/** A permission that this Android does not know is no reason to fail. */
const GRANT =
  'while read -r name permission; do pm grant "$name" "$permission" </dev/null >/dev/null 2>&1; done <"$1/grants"; exit 0'

/** Journal and staging folders of one restore on a phone. They outlive the link, this process and a restart of the phone. */
export class RestoreSite {
  readonly areas: readonly Area[]
  readonly journal: string
  readonly #link: Link
  readonly #asRoot: AsRoot | null
  readonly #owner: string

  private constructor({ link, asRoot }: RootedLink, journal: string, owner: string) {
    this.journal = journal
    this.#link = link
    this.#asRoot = asRoot
    this.#owner = owner
    const shared: Area[] = [
      { name: SHARED_STORAGE, staging: SHARED_STAGING, replaces: 'all' },
      ...PACKAGE_FOLDERS.map((folder): Area => {
        const name = `${SHARED_STORAGE}/Android/${folder}`
        return { name, staging: `/${name}/${STAGING}`, replaces: 'packages' }
      }),
    ]
    const isRootless = journal === ROOTLESS_JOURNAL
    this.areas = isRootless ? shared : [{ name: APP_DATA, staging: `${journal}/data`, replaces: 'packages' }, ...shared]
  }

  /** The site of an interrupted restore, taken over from whoever began it. */
  static async find(rooted: RootedLink, owner: string): Promise<RestoreSite | null> {
    const places = [...(rooted.asRoot ? JOURNAL_PARENTS.map((parent) => `${parent}/${JOURNAL}`) : []), ROOTLESS_JOURNAL]
    const argv = ['sh', '-c', FIND, 'sh', ...places]
    const found = (await runOrThrow(rooted.link, rooted.asRoot ? rooted.asRoot(argv) : argv)).trim()
    if (found === '') return null
    const site = new RestoreSite(rooted, found, owner)
    await site.write('owner', owner)
    await rooted.link.pause(LAST_STEP_MS)
    return site
  }

  static async create(rooted: RootedLink, owner: string): Promise<RestoreSite> {
    const site = new RestoreSite(rooted, await findJournal(rooted), owner)
    await site.#run('mkdir -p "$1"')
    await site.write('owner', owner)
    await site.write('packages', '')
    await site.write('grants', '')
    await site.setState('staging')
    for (const { name, staging } of site.areas) {
      const isSame = name === APP_DATA ? '%i' : '%d'
      const { exitCode, stderr } = await site.#try(TRY_RENAME, staging, `/${name}`, isSame)
      if (exitCode !== 0)
        throw new PhoneError('unsupported', `nothing can be staged for /${name}: ${stderr.slice(0, 200)}`)
    }
    return site
  }

  /** Folder that takes the members of an area under the names that they have in the archive. */
  async makeStagingFolder({ name, staging }: Area): Promise<string> {
    await this.#runPlain('mkdir -p "$1"', `${staging}/new/${name}`)
    return `${staging}/new`
  }

  /** Null for a journal that was interrupted while it was made or removed. */
  async getState(): Promise<RestoreState | null> {
    return ((await this.read('state')) || null) as RestoreState | null
  }

  async setState(state: RestoreState): Promise<void> {
    await this.write('state', state)
  }

  async read(file: string): Promise<string> {
    return (await this.#try('if [ -e "$1" ]; then cat "$1"; fi', `${this.journal}/${file}`)).stdout
  }

  /** Replaces the file at once. */
  async write(file: string, text: string): Promise<void> {
    const [first = '', ...others] = text.match(new RegExp(`[\\s\\S]{1,${WRITE_CHARS}}`, 'gu')) ?? []
    const place = `${this.journal}/${file}`
    if (others.length === 0) return this.#runPlain(WRITE, place, first)
    await this.#runPlain('rm -f "$1"', `${place}.whole`)
    for (const part of [first, ...others]) await this.#runPlain(APPEND, `${place}.whole`, part)
    await this.#runPlain('mv "$1" "$2" && sync', `${place}.whole`, place)
  }

  async append(file: string, line: string): Promise<void> {
    await this.#runPlain(APPEND, `${this.journal}/${file}`, `${line}\n`)
  }

  /** Files of apps belong to their users here; the numbers in the archive are those of another phone. */
  async setOwners(): Promise<void> {
    if (!this.#asRoot) return
    for (const { name, staging, replaces } of this.areas) {
      if (replaces === 'all') continue
      await this.#run(name === APP_DATA ? SET_OWNERS : SET_SHARED_OWNERS, `${staging}/new/${name}`, `/${name}`)
    }
  }

  async hasData(packageName: string): Promise<boolean> {
    return (await this.#try('[ -e "$1" ]', `/${APP_DATA}/${packageName}`)).exitCode === 0
  }

  /** Android has just made it; nothing of it comes back. */
  async removeFreshData(packageName: string): Promise<void> {
    if (this.#asRoot) await this.#runPlain('rm -rf "$1"', `/${APP_DATA}/${packageName}`)
  }

  async moveOldOut(): Promise<void> {
    for (const area of this.areas) await this.#move(area, `/${area.name}`, `${area.staging}/old`)
  }

  async moveNewIn(): Promise<void> {
    for (const area of this.areas) await this.#move(area, `${area.staging}/new/${area.name}`, `/${area.name}`)
  }

  async moveNewOut(): Promise<void> {
    for (const area of this.areas) await this.#move(area, `/${area.name}`, `${area.staging}/gone`)
  }

  async moveOldIn(): Promise<void> {
    for (const area of this.areas) await this.#move(area, `${area.staging}/old`, `/${area.name}`)
  }

  async label(): Promise<void> {
    if (this.#asRoot) await this.#run(LABEL)
  }

  async grantPermissions(): Promise<void> {
    await this.#run(GRANT)
  }

  /** The journal last: without it nobody would look for the rest. */
  async remove(): Promise<void> {
    for (const { staging } of this.areas) await this.#runPlain('rm -rf "$1/new" "$1/old" "$1/gone"', staging)
    for (const { staging } of this.areas)
      if (!this.journal.startsWith(`${staging}/`)) await this.#runPlain('rm -rf "$1"', staging)
    await this.#runPlain('rm -rf "$1"', this.journal)
    if (this.journal === ROOTLESS_JOURNAL) await this.#runPlain('rm -rf "$1"', SHARED_STAGING)
  }

  async #move({ replaces }: Area, from: string, to: string): Promise<void> {
    await this.#run(replaces === 'all' ? MOVE_ALL : MOVE_LISTED, from, to)
  }

  async #run(script: string, ...args: readonly string[]): Promise<void> {
    await this.#runPlain(script, this.journal, this.#owner, ...args)
  }

  async #try(script: string, ...args: readonly string[]) {
    return run(this.#link, this.#as(['sh', '-c', script, 'sh', ...args]), STEP_TIMEOUT_MS)
  }

  async #runPlain(script: string, ...args: readonly string[]): Promise<void> {
    await runOrThrow(this.#link, this.#as(['sh', '-c', script, 'sh', ...args]), STEP_TIMEOUT_MS)
  }

  #as(argv: readonly string[]): readonly string[] {
    return this.#asRoot ? this.#asRoot(argv) : argv
  }
}

/** The first place from which data can be renamed into the folder of apps. */
async function findJournal({ link, asRoot }: RootedLink): Promise<string> {
  if (!asRoot) return ROOTLESS_JOURNAL
  for (const parent of JOURNAL_PARENTS) {
    const folder = `${parent}/${JOURNAL}`
    const script = `[ -d "${parent}" ] || exit 1; ${TRY_RENAME}; found=$?; rm -rf "$1"; exit $found`
    const { exitCode } = await run(link, asRoot(['sh', '-c', script, 'sh', folder, `/${APP_DATA}`, '%i']))
    if (exitCode === 0) return folder
  }
  throw new PhoneError('unsupported', 'the phone has no place from which data can be renamed into its apps')
}

/** Removes whatever interrupted restores have left outside of shared storage, with the data in it. */
export async function discardRestores({ link, asRoot }: RootedLink): Promise<void> {
  const places = JOURNAL_PARENTS.map((parent) => `${parent}/${JOURNAL}`)
  if (asRoot) await runOrThrow(link, asRoot(['rm', '-rf', ...places]), STEP_TIMEOUT_MS)
}

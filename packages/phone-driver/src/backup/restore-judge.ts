import { PhoneError } from '../errors.ts'
import { type TarMember, TarType } from '../tar-members.ts'
import type { BackupPlan } from '../types.ts'
import { APP_DATA, APPS_FOLDER, CONTENTS_MEMBER, PACKAGE_FOLDERS, SHARED_STORAGE, STAGING } from './places.ts'
import { findRefusal, isPackageName } from './tar-rules.ts'

const CONTENTS_MAX_BYTES = 16 * 1024 ** 2
const MEMBERS_MAX = 5_000_000
/** Held in memory. */
const LINKS_MAX = 200_000
const APK = new RegExp(`^${APPS_FOLDER}/(?<packageName>[^/]+)/(?<part>[^/]+)\\.apk$`)
const PACKAGE_AREAS = [APP_DATA, ...PACKAGE_FOLDERS.map((folder) => `${SHARED_STORAGE}/Android/${folder}`)]

/** Where a member goes. An area is a folder of the phone whose children are replaced. */
export type Destination =
  | { readonly kind: 'apk'; readonly packageName: string; readonly part: string }
  | { readonly kind: 'contents' }
  | { readonly kind: 'area'; readonly area: string }
  | { readonly kind: 'nowhere' }

const NOWHERE: Destination = { kind: 'nowhere' }

/**
 * Checks every member of a backup before it is written anywhere, and says where it goes: an archive with names or links
 * that lead out of their place, with other apps than planned or with more than announced is refused.
 */
export class RestoreJudge {
  readonly #packages: ReadonlySet<string>
  readonly #restored: ReadonlySet<string>
  /** Sizes of the parts of apps that have not come yet. */
  readonly #expected = new Map<string, number>()
  readonly #links = new Set<string>()
  #members = 0
  #hasContents = false

  /** `restored`: packages whose data is wanted on this phone. */
  constructor(plan: BackupPlan, restored: ReadonlySet<string>) {
    this.#packages = new Set(plan.packages)
    this.#restored = restored
    for (const { packageName, parts } of plan.apps)
      for (const { name, sizeBytes } of parts) this.#expected.set(apkName(packageName, name), sizeBytes)
  }

  judge(member: TarMember): Destination {
    this.#members += 1
    if (this.#members > MEMBERS_MAX) throw bad('it has too many members')
    if (this.#hasContents) throw bad('it goes on after its end')
    if (member.name === CONTENTS_MEMBER) return this.#judgeContents(member)
    if (member.name.startsWith(`${APPS_FOLDER}/`)) return this.#judgeApk(member)
    return this.#judgeData(member)
  }

  /** At the end of the archive. */
  assertComplete(): void {
    const [missing] = this.#expected.keys()
    if (missing !== undefined) throw bad(`${missing} is missing`)
    if (!this.#hasContents) throw bad('its list of contents is missing')
  }

  #judgeContents({ type, sizeBytes }: TarMember): Destination {
    if (type !== TarType.file || sizeBytes > CONTENTS_MAX_BYTES) throw bad('its list of contents is no list')
    this.#hasContents = true
    return { kind: 'contents' }
  }

  #judgeApk({ name, type, sizeBytes }: TarMember): Destination {
    const { packageName = '', part = '' } = APK.exec(name)?.groups ?? {}
    if (type !== TarType.file || this.#expected.get(name) !== sizeBytes) throw bad(`${name} was not announced`)
    this.#expected.delete(name)
    return { kind: 'apk', packageName, part }
  }

  #judgeData(member: TarMember): Destination {
    const { type, linkName } = member
    const name = member.name.replace(/\/$/, '')
    const refusal = findRefusal(member)
    if (refusal !== null) throw bad(`"${name}" leads out of its place (${refusal})`)
    this.#assertBehindNoLink(name)
    if (type === TarType.hardLink) this.#assertBehindNoLink(`${linkName}/`)
    if (type === TarType.symbolicLink) {
      this.#links.add(name)
      if (this.#links.size > LINKS_MAX) throw bad('it has too many links')
    } else if (this.#links.has(name)) throw bad(`"${name}" comes twice`)
    return this.#findArea(name)
  }

  /** Through a link, a member would be written to where the link points. */
  #assertBehindNoLink(name: string): void {
    if (this.#links.size === 0) return
    for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1))
      if (this.#links.has(name.slice(0, end))) throw bad(`"${name}" lies behind a link`)
  }

  #findArea(name: string): Destination {
    const area = PACKAGE_AREAS.find((folder) => name.startsWith(`${folder}/`))
    if (area === undefined) {
      const [, child = ''] = /^storage\/emulated\/0\/([^/]+)/.exec(name) ?? []
      // The folder of apps has areas of its own.
      const isShared = child !== '' && child !== 'Android' && child !== STAGING
      return isShared ? { kind: 'area', area: SHARED_STORAGE } : NOWHERE
    }
    const [packageName = ''] = name.slice(area.length + 1).split('/')
    if (area === APP_DATA && !this.#packages.has(packageName)) throw bad(`the data of ${packageName} was not announced`)
    return isPackageName(packageName) && this.#restored.has(packageName) ? { kind: 'area', area } : NOWHERE
  }
}

const apkName = (packageName: string, part: string): string => `${APPS_FOLDER}/${packageName}/${part}.apk`

export const bad = (reason: string): PhoneError =>
  new PhoneError('badArchive', `the backup cannot be restored: ${reason.slice(0, 300)}`)

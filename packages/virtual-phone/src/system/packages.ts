import { FileError } from '../files/errors.ts'
import type { PhoneFiles } from '../files/phone-files.ts'
import { BUILT_IN_APPS, LAUNCHER_PACKAGE, SETTINGS_PACKAGE } from '../screen/built-in-apps.ts'
import type { AppInfo } from '../screen/types.ts'
import { ApkError, type ApkInfo, type ApkPart, readApk } from './apk.ts'
import { ensureFolder } from './initial-files.ts'
import type { InstalledPackage, SavedState } from './saved-state.ts'
import type { StateFile } from './state-file.ts'

const SYSTEM_VERSION = { versionName: '10', versionCode: 29 }
/** System packages without a launcher entry. */
const HIDDEN_PACKAGES: readonly AppInfo[] = [
  { packageName: 'android', label: 'Android 系统', isSystem: true },
  { packageName: LAUNCHER_PACKAGE, label: '桌面', isSystem: true },
  { packageName: 'com.android.phone', label: '电话服务', isSystem: true },
  { packageName: 'com.android.shell', label: 'Shell', isSystem: true },
  { packageName: 'com.android.systemui', label: '系统界面', isSystem: true },
  { packageName: 'com.yunji.inputmethod', label: '云机输入法', isSystem: true },
]

/** The launcher's entry first. */
const SYSTEM_ACTIVITIES: Readonly<Record<string, readonly string[]>> = {
  [SETTINGS_PACKAGE]: [
    'com.android.settings.Settings',
    'com.android.settings.Settings$NotificationAppListActivity',
    'com.android.settings.Settings$WifiSettingsActivity',
  ],
  [LAUNCHER_PACKAGE]: ['com.android.launcher3.Launcher', 'com.android.launcher3.uioverrides.QuickstepLauncher'],
}

/** Prefix of staged installs; not a valid package name. */
export const STAGED_PREFIX = 'vmdl'

const CACHE_BYTES = 64 * 1024

interface PackagesOptions {
  files: PhoneFiles
  state: StateFile<SavedState>
  now(): Date
  onChange(): void
}

/** Installed apps with their data and cache folders. */
export class Packages {
  readonly #options: PackagesOptions
  readonly #system: readonly InstalledPackage[]

  constructor(options: PackagesOptions) {
    this.#options = options
    this.#system = [...HIDDEN_PACKAGES, ...BUILT_IN_APPS].map((app) => ({
      ...app,
      ...SYSTEM_VERSION,
      apkPath: `/system/app/${app.packageName}/base.apk`,
      installedAt: 0,
      activities: [...(SYSTEM_ACTIVITIES[app.packageName] ?? []), `${app.packageName}.MainActivity`],
    }))
    for (const each of this.#system) this.#makeSystemPackage(each)
    this.#removeHalfInstalled()
    this.#fillCaches()
  }

  list(): readonly InstalledPackage[] {
    return [...this.#system, ...this.#options.state.value.packages]
  }

  find(packageName: string): InstalledPackage | null {
    return this.list().find((each) => each.packageName === packageName) ?? null
  }

  /** Apps with a launcher entry. */
  listApps(): AppInfo[] {
    const own = this.#options.state.value.packages
    return [...BUILT_IN_APPS, ...own.map(({ packageName, label }) => ({ packageName, label, isSystem: false }))]
  }

  /** Moves the base and its splits into the app's folder. Throws `ApkError` and `FileError`. */
  install(given: readonly string[], { mayReplace = true, mayDowngrade = false } = {}): InstalledPackage {
    const { files, state, now } = this.#options
    const parts = given.map((file) => ({
      file,
      apk: readApk((offset, length) => files.readRange(file, offset, length), files.stat(file).sizeBytes),
    }))
    const { split: _base, isSplitRequired: _isRequired, ...info } = assertOneApp(parts.map(({ apk }) => apk))
    this.#assertReplaceable(info, mayReplace, mayDowngrade)
    const folder = `/data/app/${info.packageName}-1`
    files.makeFolder(folder, { isRecursive: true })
    for (const name of files.list(folder)) files.remove(`${folder}/${name}`)
    for (const { file, apk } of parts) {
      const target = `${folder}/${apk.split === '' ? 'base' : `split_${apk.split}`}.apk`
      files.rename(file, target)
      files.setMode(target, 0o644)
    }
    this.#makeDataFolders(info.packageName)
    const granted = this.find(info.packageName)?.granted
    const installed: InstalledPackage = {
      ...info,
      ...(granted && { granted: granted.filter((name) => info.requested.includes(name)) }),
      apkPath: `${folder}/base.apk`,
      splitPaths: parts.flatMap(({ apk: { split } }) => (split === '' ? [] : `${folder}/split_${split}.apk`)),
      isSystem: false,
      installedAt: now().getTime(),
    }
    state.update((value) => {
      value.packages = [...value.packages.filter((each) => each.packageName !== info.packageName), installed]
    })
    this.#options.onChange()
    return installed
  }

  #assertReplaceable({ packageName, versionCode, signer }: ApkInfo, mayReplace: boolean, mayDowngrade: boolean): void {
    if (this.#system.some((each) => each.packageName === packageName)) throw new FileError('EPERM')
    const before = this.find(packageName)
    if (before === null) return
    if (!mayReplace) {
      throw new ApkError(
        `INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install ${packageName} without first uninstalling.`,
      )
    }
    if (before.signer && signer && before.signer !== signer) {
      throw new ApkError(
        `INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package ${packageName} signatures do not match newer version; ignoring!`,
      )
    }
    if (versionCode < before.versionCode && !mayDowngrade) {
      throw new ApkError(
        `INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code ${versionCode} is older than current ${before.versionCode}`,
      )
    }
  }

  /** False when the user has no such app. */
  uninstall(packageName: string, { keepsData = false } = {}): boolean {
    const { files, state, onChange } = this.#options
    if (!state.value.packages.some((each) => each.packageName === packageName)) return false
    state.update((value) => {
      value.packages = value.packages.filter((each) => each.packageName !== packageName)
      value.accounts = value.accounts.filter((account) => account.packageName !== packageName)
      value.idleExempt = value.idleExempt.filter((name) => name !== packageName)
      if (value.vpn === packageName) value.vpn = ''
      const { always_on_vpn_app: alwaysOn, ...secure } = value.settings.secure
      if (alwaysOn === packageName) value.settings = { ...value.settings, secure }
    })
    removeTree(files, `/data/app/${packageName}-1`)
    if (!keepsData) for (const folder of dataFolders(packageName)) removeTree(files, folder)
    onChange()
    return true
  }

  /** Only of the user's own apps. */
  setGranted(packageName: string, granted: readonly string[]): void {
    this.#options.state.update((value) => {
      value.packages = value.packages.map((each) => (each.packageName === packageName ? { ...each, granted } : each))
    })
  }

  get idleExempt(): readonly string[] {
    return this.#options.state.value.idleExempt
  }

  setIdleExempt(packageName: string, isExempt: boolean): void {
    this.#options.state.update((value) => {
      const others = value.idleExempt.filter((name) => name !== packageName)
      value.idleExempt = isExempt ? [...others, packageName] : others
    })
  }

  clearData(packageName: string): boolean {
    if (this.find(packageName) === null) return false
    for (const folder of dataFolders(packageName)) removeTree(this.#options.files, folder)
    this.#makeDataFolders(packageName)
    return true
  }

  /** Empties the caches of all apps. */
  trimCaches(): void {
    const { files } = this.#options
    for (const { packageName } of this.list()) {
      for (const cache of cacheFolders(packageName)) {
        if (!files.isFolder(cache)) continue
        for (const name of files.list(cache)) removeTree(files, `${cache}/${name}`)
      }
    }
  }

  /** Leftovers of interrupted installs. */
  #removeHalfInstalled(): void {
    const { files } = this.#options
    const staged = files.list('/data/app').filter((name) => name.startsWith(STAGED_PREFIX))
    for (const name of staged) removeTree(files, `/data/app/${name}`)
  }

  /** Gives apps some cache to clear; skipped when the disk is full. */
  #fillCaches(): void {
    const { files } = this.#options
    for (const { packageName } of BUILT_IN_APPS) {
      const file = `/data/data/${packageName}/cache/thumbnails`
      try {
        if (files.find(file) === null) files.writeText(file, ' '.repeat(CACHE_BYTES))
      } catch (error) {
        if (!(error instanceof FileError)) throw error
      }
    }
  }

  #makeDataFolders(packageName: string): void {
    for (const folder of [`/data/data/${packageName}/files`, `/data/data/${packageName}/cache`]) {
      ensureFolder(this.#options.files, folder)
    }
  }

  #makeSystemPackage({ packageName, apkPath }: InstalledPackage): void {
    const { files } = this.#options
    this.#makeDataFolders(packageName)
    if (files.find(apkPath) !== null) return
    ensureFolder(files, apkPath.slice(0, apkPath.lastIndexOf('/')))
    // An empty zip: the app itself is part of this program.
    files.writeText(apkPath, `PK\u0005\u0006${'\0'.repeat(18)}`)
  }
}

/** The base of the parts, which must be of the same app and version. */
function assertOneApp(parts: readonly ApkPart[]): ApkPart {
  const names = parts.map(({ split }) => split)
  const doubled = names.find((name, index) => names.indexOf(name) !== index)
  if (doubled !== undefined) {
    throw new ApkError(`INSTALL_FAILED_INVALID_APK: Split ${doubled || 'null'} was defined multiple times`)
  }
  const base = parts.find(({ split }) => split === '')
  if (base === undefined) throw new ApkError('INSTALL_FAILED_INVALID_APK: Full install must include a base package')
  const stranger = parts.find((part) => part.packageName !== base.packageName || part.versionCode !== base.versionCode)
  if (stranger) {
    const { split, packageName, versionCode } = stranger
    throw new ApkError(
      `INSTALL_FAILED_INVALID_APK: Split ${split} (${packageName} ${versionCode}) inconsistent with ${base.packageName}`,
    )
  }
  if (base.isSplitRequired && parts.length === 1) {
    throw new ApkError(`INSTALL_FAILED_MISSING_SPLIT: Missing split for ${base.packageName}`)
  }
  return base
}

const cacheFolders = (packageName: string) => [
  `/data/data/${packageName}/cache`,
  `/data/media/0/Android/data/${packageName}/cache`,
]

const dataFolders = (packageName: string) => [`/data/data/${packageName}`, `/data/media/0/Android/data/${packageName}`]

function removeTree(files: PhoneFiles, path: string): void {
  try {
    files.remove(path, { isRecursive: true })
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'ENOENT') throw error
  }
}

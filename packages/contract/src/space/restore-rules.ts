/** Devices of one restore. */
export const RESTORE_DEVICES_MAXIMUM = 20

/** What decides whether a backup fits a phone. */
export interface RestorableBackup {
  readonly androidVersion: string
  /** API level of that Android. */
  readonly sdk: number
  readonly hasAppData: boolean
  /** Chosen apps of a backup that holds those alone; 0 for all. */
  readonly onlyPackages: number
  readonly rawBytes: number
  readonly apps: readonly {
    readonly packageName: string
    readonly label: string | null
    readonly versionCode: number
    /** ABI of its native code; null without any. */
    readonly abi: string | null
  }[]
}

/** What a phone says about itself. */
export interface RestoreTarget {
  readonly androidVersion: string
  readonly sdk: number
  readonly abis: readonly string[]
  readonly freeBytes: number
  /** Versions of its apps by package. */
  readonly versions: ReadonlyMap<string, number>
}

export interface RestoreFit {
  /** Reasons against the restore, in words; empty when it fits. */
  readonly obstacles: string[]
  /** What the restore will do and what not. */
  readonly notes: string[]
}

/** The backup is written beside the old data, which stays until the new is in place. */
const SPARE_BYTES = 64 * 1024 ** 2
const SHOWN_NAMES = 3

const megabytes = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GB` : `${Math.ceil(bytes / 1024 ** 2)} MB`

type App = RestorableBackup['apps'][number]

const named = (apps: readonly App[]): string => {
  const names = apps.slice(0, SHOWN_NAMES).map(({ label, packageName }) => label ?? packageName)
  return `${names.join('、')}${apps.length > SHOWN_NAMES ? '等' : ''}`
}

const REPLACES = '照片、下载等文件和备份中应用的数据会换成备份时的内容，备份之后新增的会被替换'
const RESTARTS = '恢复期间设备不可操作，完成后自动重启；中途失败会还原为恢复前的样子'

/** Notes that hold for any phone. */
const commonNotes = ({ onlyPackages, hasAppData }: RestorableBackup): string[] => [
  REPLACES,
  ...(onlyPackages > 0
    ? [`备份只含选择的 ${onlyPackages} 个应用，但照片、下载等文件仍会全部替换，不只是这些应用的`]
    : []),
  '不在备份中的应用和它们的数据保持不变',
  ...(hasAppData ? [] : ['备份中没有应用数据，只恢复应用和文件']),
]

/** Fit of a phone that is off: it is switched on by the restore, and says then what it is. */
export const findStoppedFit = (backup: RestorableBackup): RestoreFit => ({
  obstacles: [],
  notes: [
    '设备已关机，恢复时会先开机，再核对系统版本和剩余空间；不合适就停止，设备上的数据不变',
    ...commonNotes(backup),
    RESTARTS,
  ],
})

/** What fits and what not, before anything is touched. */
export const findRestoreFit = (backup: RestorableBackup, target: RestoreTarget): RestoreFit => {
  const neededBytes = backup.rawBytes + SPARE_BYTES
  const obstacles = [
    ...(backup.sdk > target.sdk
      ? [`备份来自 Android ${backup.androidVersion}，高于该设备的 Android ${target.androidVersion}，不能恢复`]
      : []),
    ...(neededBytes > target.freeBytes
      ? [`需要 ${megabytes(neededBytes)} 可用空间（恢复完成前原数据仍保留），该设备剩余 ${megabytes(target.freeBytes)}`]
      : []),
  ]
  const foreign = backup.apps.filter(({ abi }) => abi !== null && !target.abis.includes(abi))
  const newer = backup.apps.filter(
    (app) => !foreign.includes(app) && (target.versions.get(app.packageName) ?? -1) > app.versionCode,
  )
  const notes = [
    ...commonNotes(backup),
    ...(foreign.length > 0 ? [`${foreign.length} 个应用不适合该设备的处理器，不会恢复：${named(foreign)}`] : []),
    ...(newer.length > 0 ? [`${newer.length} 个应用在该设备上更新，保留新版本，只恢复数据：${named(newer)}`] : []),
    ...(backup.sdk < target.sdk ? ['Android 版本不同，系统应用的数据不会恢复'] : []),
    RESTARTS,
  ]
  return { obstacles, notes }
}

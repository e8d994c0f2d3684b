export const backupStates = ['making', 'complete', 'failed', 'trashed'] as const
export type BackupState = (typeof backupStates)[number]

/** `lastChance`: made when the device expires or is released. */
export const backupOrigins = ['manual', 'schedule', 'lastChance'] as const
export type BackupOrigin = (typeof backupOrigins)[number]

/** What a restore drill found: all of it came back, it did not, or the drill itself could not be held. */
export const drillResults = ['recoverable', 'damaged', 'failed'] as const
export type DrillResult = (typeof drillResults)[number]

/** A backup stays this long in the trash, and a last-chance backup this long beyond the quota. */
export const BACKUP_KEPT_DAYS = 7
export const KEEP_LAST_MAXIMUM = 30
export const BACKUP_DEVICES_MAXIMUM = 50
export const BACKUP_PACKAGES_MAXIMUM = 300
export const BACKUP_NOTE_LENGTH = 140

/** What a backup holds and what not, as counts and names. */
export interface ContentsSummary {
  readonly androidVersion: string
  readonly appCount: number
  readonly hasAppData: boolean
  /** Packages that the owner left out; all but the named ones when `onlyPackages`. */
  readonly leftOutPackages: number
  readonly onlyPackages: number
  readonly vanishedFiles: number
  readonly changedFiles: number
}

/** The same in words: first what is inside, then what is not. */
export const describeContents = (contents: ContentsSummary): { readonly holds: string[]; readonly lacks: string[] } => {
  const { appCount, hasAppData, leftOutPackages, onlyPackages, vanishedFiles, changedFiles } = contents
  const holds = [
    ...(appCount > 0 ? [`${appCount} 个应用的安装包和权限`] : []),
    ...(hasAppData ? ['应用数据（登录状态、聊天记录、设置等）'] : []),
    '照片、视频、下载和其他文件',
  ]
  const lacks = [
    ...(hasAppData ? [] : ['应用数据：该手机没有开放读取权限']),
    ...(onlyPackages > 0 ? [`未勾选的应用（只备份了勾选的 ${onlyPackages} 个）`] : []),
    ...(leftOutPackages > 0 ? [`${leftOutPackages} 个您排除的应用`] : []),
    '应用缓存，恢复后会自动重新生成',
    '锁屏密码、系统账号和系统设置',
    ...(vanishedFiles > 0 ? [`${vanishedFiles} 个备份过程中被删除的文件`] : []),
    ...(changedFiles > 0 ? [`${changedFiles} 个备份过程中仍在变化的文件，可能不完整`] : []),
  ]
  return { holds, lacks }
}

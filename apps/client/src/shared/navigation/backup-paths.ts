import { pathOf } from '@yunji/contract/pages'
import type { PageParams } from './params-of.ts'

/** Views of the data centre beside its own. */
const centreViews = ['backup', 'restore', 'trash'] as const
type CentreView = (typeof centreViews)[number]

const VIEW_PARAM = 'view'
const BACKUP_PARAM = 'backupId'
/** More ids do not fit into an address of the mini-program. */
const MOST_IN_ADDRESS = 50

export const centreViewOf = (params: PageParams): CentreView | undefined =>
  centreViews.find((view) => view === params[VIEW_PARAM])

/** Backup id of the query; 0 when missing, which the server refuses. */
export const backupIdOf = (params: PageParams): number => {
  const id = Number(params[BACKUP_PARAM])
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

const centrePath = (view: CentreView, query = ''): string =>
  `${pathOf('Space/DataCenter')}?${VIEW_PARAM}=${view}${query}`

/** Backups of a device. */
export const backupsPath = (deviceId: number): string => `${pathOf('Space/DataCenter')}?deviceId=${deviceId}`

/** A new backup of one device or several. */
export const newBackupPath = (deviceIds: readonly number[]): string =>
  centrePath('backup', `&deviceIds=${deviceIds.slice(0, MOST_IN_ADDRESS).join()}`)

/** The restore of a backup, with the device that it is offered for first. */
export const restorePath = (backupId: number, deviceId?: number): string =>
  centrePath('restore', `&${BACKUP_PARAM}=${backupId}${deviceId ? `&deviceId=${deviceId}` : ''}`)

export const backupTrashPath = (): string => centrePath('trash')

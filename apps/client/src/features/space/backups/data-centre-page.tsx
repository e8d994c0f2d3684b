import { formatFileSize } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import type { BackupRecord, DataCenterDevice } from '@yunji/contract/space/backup-calls'
import { getSpace } from '@yunji/contract/space/calls'
import { useEffect, useState } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { CHOOSER_PARAM, useChosenDevices } from '../../../shared/devices/device-choice.ts'
import { ListFoot } from '../../../shared/list/list-foot.tsx'
import { useEndCheck } from '../../../shared/list/pull/end-check.ts'
import { PullArea } from '../../../shared/list/pull/pull-area'
import { useLive } from '../../../shared/live/live.ts'
import { backupTrashPath, newBackupPath } from '../../../shared/navigation/backup-paths.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { info } from '../../../shared/ui/icon/controls.ts'
import { restore } from '../../../shared/ui/icon/device.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { alert, forward, shield } from '../../../shared/ui/icon/icons.ts'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noFiles } from '../../../shared/ui/status/illustrations.ts'
import { BackupRow, RestoreRow } from './backup-rows.tsx'
import { BackupSheet } from './backup-sheet.tsx'
import styles from './backups.module.css'
import { useBackups, useCentreDevice, useDataTasks, useRunningBackup } from './backups.ts'
import { Aside, CentreDevice, RunningBackup } from './centre-device.tsx'
import { CentreSettings } from './centre-settings.tsx'

const ROUTE = 'Space/DataCenter'

const views = [
  { value: 'device', label: '这台设备' },
  { value: 'all', label: '全部备份' },
] as const
type View = (typeof views)[number]['value']

function SpaceLink() {
  const { data } = useCall(getSpace, {})
  if (!data) return null
  const leftBytes = data.quotaBytes - data.usedBytes
  return (
    <TextLink tone="ink" to={pathOf('Space/index')} endIcon={forward}>
      {leftBytes >= 0 ? `云空间剩 ${formatFileSize(leftBytes)}` : `云空间超出 ${formatFileSize(-leftBytes)}`}
    </TextLink>
  )
}

function NoBackups({ view }: { readonly view: View }) {
  return (
    <Empty
      illustration={noFiles}
      title={view === 'device' ? '这台设备还没有备份' : '还没有备份'}
      hint="备份应用、应用数据、照片和文件，误删、换机或到期后可以恢复"
    />
  )
}

interface BackupsProps {
  readonly device: DataCenterDevice | null
  readonly list: ReturnType<typeof useBackups>
  readonly view: View
  readonly onOpen: (backup: BackupRecord) => void
}

function Backups({ device, list, view, onOpen }: BackupsProps) {
  const nowMs = useMinute()
  useEndCheck()
  return (
    <Async
      of={list.query}
      loading={<RowsSkeleton rows={3} />}
      isEmpty={() => list.rows.length === 0}
      empty={<NoBackups view={view} />}
    >
      {() => (
        <>
          <Card>
            <Box as="ul" className={styles.rows}>
              {list.rows.map((backup) => (
                <BackupRow
                  key={backup.backupId}
                  backup={backup}
                  nowMs={nowMs}
                  targetId={device?.deviceId}
                  hasDeviceName={view === 'all'}
                  onOpen={() => onOpen(backup)}
                />
              ))}
            </Box>
          </Card>
          <Box as="p" className={styles.advice}>
            <Icon of={shield} size={16} />
            恢复会覆盖设备当前数据，建议先备份一次
          </Box>
          <ListFoot end={list.end} onRetry={list.retryMore} />
        </>
      )}
    </Async>
  )
}

interface CentreProps {
  readonly device: DataCenterDevice | null
  /** A device that is not the user's any more, whose backups remain. */
  readonly goneId?: number | undefined
  readonly refetch: () => Promise<unknown>
}

function Centre({ device, goneId, refetch }: CentreProps) {
  const shownId = device?.deviceId ?? goneId
  const [view, setView] = useState<View>(shownId === undefined ? 'all' : 'device')
  const [shown, setShown] = useState<BackupRecord>()
  const [isOpen, setOpen] = useState(false)
  const tasks = useDataTasks()
  const running = useRunningBackup(tasks, device?.deviceId ?? 0)
  // The phone says the size after the task has begun: it is read again with each progress until it is there.
  const sizelessProgress = device?.makingBytes === null ? (running?.progress ?? 0) : 0
  useEffect(() => {
    if (sizelessProgress > 0) void refetch()
  }, [sizelessProgress, refetch])
  const list = useBackups('kept', view === 'device' ? shownId : undefined)
  const restores = tasks.filter(({ kind }) => kind === 'restore')
  const isMaking = running !== undefined || device?.state === 'backingUp'
  const choosePath = `${pathOf('user/device')}?${CHOOSER_PARAM}=${ROUTE}${device ? `&deviceIds=${device.deviceId}` : ''}`
  return (
    <Page
      route={ROUTE}
      action={
        <TextLink tone="ink" to={pathOf('Space/HistoryData')}>
          历史
        </TextLink>
      }
      footer={
        <Box className={styles.bar}>
          <Button variant="outline" icon={restore} isNarrow to={pathOf('Space/HistoryData')}>
            恢复记录
          </Button>
          <Box className={styles.main}>
            <Button
              isDisabled={!device || device.obstacle !== '' || isMaking}
              to={device ? newBackupPath([device.deviceId]) : undefined}
            >
              {isMaking ? '正在备份' : '新建备份'}
            </Button>
          </Box>
        </Box>
      }
    >
      <PullArea
        onRefresh={async () => {
          await Promise.all([refetch(), list.refresh()])
        }}
        onNearEnd={list.loadMore}
      >
        <Box className={styles.page}>
          {device ? (
            <>
              <CentreDevice device={device} choosePath={choosePath} />
              {running && <RunningBackup work={running} totalBytes={device.makingBytes} />}
              {device.obstacle && !isMaking && (
                <Box className={styles.notice}>
                  <NoticeBar text={`现在不能备份：${device.obstacle}`} icon={alert} />
                </Box>
              )}
              <CentreSettings device={device} />
            </>
          ) : (
            <Box className={styles.notice}>
              {goneId === undefined ? (
                <NoticeBar
                  text="没有可以备份的云手机"
                  tone="brand"
                  icon={info}
                  action="去创建"
                  to={pathOf('Home/create')}
                />
              ) : (
                <NoticeBar
                  text="这台云手机已不在，下面是它留下的备份"
                  tone="brand"
                  icon={info}
                  action="切换"
                  to={choosePath}
                />
              )}
            </Box>
          )}
          <Box className={styles.heading}>
            <Box as="h2" className={styles.section}>
              备份
              {device && view === 'device' && (
                <Box as="span" className={styles.count}>
                  {String(device.completeCount)}
                </Box>
              )}
            </Box>
            <Aside>
              <SpaceLink />
            </Aside>
          </Box>
          {shownId !== undefined && (
            <Box className={styles.views}>
              <Segmented label="备份范围" options={views} value={view} onChange={setView} />
            </Box>
          )}
          {restores.length > 0 && (
            <Card>
              <Box as="ul" className={styles.rows}>
                {restores.map((task) => (
                  <RestoreRow key={task.taskId} task={task} />
                ))}
              </Box>
            </Card>
          )}
          <Backups
            device={device}
            list={list}
            view={view}
            onOpen={(backup) => {
              setShown(backup)
              setOpen(true)
            }}
          />
          <Box className={styles.trash}>
            <TextLink to={backupTrashPath()} endIcon={forward}>
              备份回收站
            </TextLink>
          </Box>
        </Box>
      </PullArea>
      {shown && (
        <BackupSheet
          backup={list.rows.find(({ backupId }) => backupId === shown.backupId) ?? shown}
          targetId={device?.deviceId}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </Page>
  )
}

/** Backups of one device, and of all. */
export function DataCentrePage({ params }: { readonly params: PageParams }) {
  const { ids } = useChosenDevices(ROUTE, params)
  const device = useCentreDevice(ids[0])
  useLive()
  const { data, refetch } = device
  // Schedules, the trash and the forms change what stands here.
  useReturn(() => void refetch())
  const [wantedId] = ids
  if (data !== undefined) {
    const goneId = data === null ? wantedId : undefined
    return <Centre key={data?.deviceId ?? goneId ?? 0} device={data} goneId={goneId} refetch={refetch} />
  }
  return (
    <Page route={ROUTE}>
      <Async of={device} loading={<RowsSkeleton rows={5} />}>
        {() => null}
      </Async>
    </Page>
  )
}

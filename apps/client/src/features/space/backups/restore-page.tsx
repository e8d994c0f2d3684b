import { useQueries } from '@tanstack/react-query'
import { getDevices } from '@yunji/contract/devices/device/calls'
import { formatCount } from '@yunji/contract/display/text'
import { getBackupInfo } from '@yunji/contract/space/backup-calls'
import { checkRestore, restoreBackup } from '@yunji/contract/space/restore-calls'
import { RESTORE_DEVICES_MAXIMUM } from '@yunji/contract/space/restore-rules'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { queryKeyOf, requestData, useCall } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { deviceIdsOf } from '../../../shared/devices/device-choice.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { addBegunTask } from '../../../shared/live/live-tasks.ts'
import { backupIdOf, newBackupPath } from '../../../shared/navigation/backup-paths.ts'
import { historyPath } from '../../../shared/navigation/page-paths.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { openPage, replacePage } from '../../../shared/platform/router/router.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { SectionTitle } from '../../../shared/ui/card/section-title.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { backup as backupIcon, restore } from '../../../shared/ui/icon/device.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Spinner } from '../../../shared/ui/status/spinner.tsx'
import { BackupFacts } from './backup-rows.tsx'
import { titleOf } from './backup-text.ts'
import styles from './backups.module.css'
import { refusedText } from './begin-backup.ts'
import { Aside } from './centre-device.tsx'
import { ChooseDevices } from './choose-devices.tsx'

const ROUTE = 'Space/DataCenter'
const TITLE = '恢复数据'

interface Check {
  readonly deviceId: number
  readonly name: string
  readonly isChecking: boolean
  readonly obstacles: readonly string[]
  readonly notes: readonly string[]
}

/** Each phone is asked before the restore is offered; what cannot be asked cannot be restored. */
const useChecks = (backupId: number, ids: readonly number[]) => {
  const userId = useSession((state) => state.userId)
  const names = useCall(getDevices, { ids: (ids.length > 0 ? ids : [0]).join() }).data?.records
  const queries = useQueries({
    queries: ids.map((deviceId) => {
      const input = { backupId: String(backupId), deviceId: String(deviceId) }
      return {
        queryKey: queryKeyOf(checkRestore, input, userId),
        queryFn: () => requestData(checkRestore, input),
        enabled: userId !== null,
        staleTime: 0,
      }
    }),
  })
  const checks = ids.map((deviceId, index): Check => {
    const query = queries[index]
    const name = names?.find((device) => device.deviceId === deviceId)?.name ?? '…'
    const isChecking = query?.isFetching ?? true
    if (query?.error) return { deviceId, name, isChecking, obstacles: [messageOf(query.error)], notes: [] }
    const { obstacles = [], notes = [] } = query?.data ?? {}
    return { deviceId, name, isChecking: isChecking || !query?.data, obstacles, notes }
  })
  return { checks, recheck: () => Promise.all(queries.map(({ refetch }) => refetch())) }
}

function CheckedDevice({ check: { name, isChecking, obstacles, notes } }: { readonly check: Check }) {
  return (
    <Box as="li" className={styles.checked}>
      <Box className={styles.title}>
        <Box className={styles.name}>{name}</Box>
        {isChecking ? (
          <Spinner size={16} />
        ) : (
          <Tag tone={obstacles.length > 0 ? 'dead' : 'run'}>{obstacles.length > 0 ? '不能恢复' : '可以恢复'}</Tag>
        )}
      </Box>
      {obstacles.map((line) => (
        <Box key={line} className={styles.reason}>
          {line}
        </Box>
      ))}
      {notes.map((line) => (
        <Box key={line} className={styles.note}>
          {line}
        </Box>
      ))}
    </Box>
  )
}

const confirmRestore = (fit: readonly Check[], skippedCount: number): Promise<boolean> => {
  const [first] = fit
  const target = fit.length > 1 ? `${formatCount(fit.length)} 台设备` : `「${first?.name ?? ''}」`
  return confirm({
    icon: restore,
    title: `恢复到${target}？`,
    body: `设备现在的照片、下载等文件和备份中应用的数据会被覆盖，无法找回，建议先备份一次。完成后设备会重启。${skippedCount > 0 ? `${skippedCount} 台不能恢复的会跳过。` : ''}`,
    cancelText: '取消',
    confirmText: '覆盖并恢复',
    isDanger: true,
    safer: {
      icon: backupIcon,
      text: '先去备份',
      onTap: () => void openPage(newBackupPath(fit.map(({ deviceId }) => deviceId))),
    },
  })
}

interface PlanProps {
  readonly backup: CallData<typeof getBackupInfo>
  readonly ids: readonly number[]
  readonly onChange: () => void
}

function RestorePlan({ backup, ids, onChange }: PlanProps) {
  const nowMs = useMinute()
  const { checks, recheck } = useChecks(backup.backupId, ids)
  const isChecking = checks.some((check) => check.isChecking)
  const fit = checks.filter(({ obstacles, isChecking: isPending }) => !isPending && obstacles.length === 0)
  const shared = (fit[0]?.notes ?? []).filter((note) => fit.every(({ notes }) => notes.includes(note)))
  const [first] = fit
  const restoring = useWrite(
    async () => {
      const deviceIds = fit.map(({ deviceId }) => deviceId)
      const { taskId, refused } = await requestData(restoreBackup, { backupId: backup.backupId, deviceIds })
      const begun = { taskId, kind: 'restore', subject: backup.deviceName } as const
      const deviceCount = deviceIds.length - refused.length
      addBegunTask({ ...begun, deviceId: first?.deviceId ?? 0, deviceName: first?.name ?? '', deviceCount })
      if (refused.length > 0) showToast(refusedText(refused), 'error')
      await replacePage(historyPath(taskId))
    },
    { confirm: () => confirmRestore(fit, checks.length - fit.length), onSettled: recheck },
  )
  return (
    <Page
      route={ROUTE}
      title={TITLE}
      footer={
        <BottomBar>
          <Button isDisabled={isChecking || fit.length === 0} isBusy={restoring.isBusy} onTap={() => restoring.run()}>
            {isChecking
              ? '正在核对设备'
              : fit.length === 0
                ? '没有可以恢复的设备'
                : fit.length === 1
                  ? '恢复到这台设备'
                  : `恢复到 ${formatCount(fit.length)} 台设备`}
          </Button>
        </BottomBar>
      }
    >
      <Box className={styles.page}>
        <Card isPadded>
          <Box className={styles.source}>
            <IconTile of={backupIcon} tone="plain" />
            <Box className={styles.words}>
              <Box className={styles.rowTitle}>{titleOf(backup)}</Box>
              <Box className={styles.rowDevice}>{backup.deviceName}</Box>
              <BackupFacts backup={backup} nowMs={nowMs} />
            </Box>
          </Box>
          <Box className={styles.holds}>{`包含：${backup.holds.join('；')}`}</Box>
          <Box className={styles.note}>{`不包含：${backup.lacks.join('；')}`}</Box>
        </Card>
        <Card isPadded>
          <SectionTitle
            note={
              <Aside>
                <TextLink onTap={onChange}>更改或选择多台</TextLink>
              </Aside>
            }
          >
            恢复到
          </SectionTitle>
          <Box as="ul" className={styles.items}>
            {checks.map((check) => (
              <CheckedDevice
                key={check.deviceId}
                check={{ ...check, notes: check.notes.filter((note) => !shared.includes(note)) }}
              />
            ))}
          </Box>
        </Card>
        {shared.length > 0 && (
          <Card title="恢复前请了解" isPadded>
            <Box as="ul" className={styles.items}>
              {shared.map((line) => (
                <Box as="li" key={line} className={styles.item}>
                  {line}
                </Box>
              ))}
            </Box>
          </Card>
        )}
      </Box>
    </Page>
  )
}

/** A backup onto one or several own phones, checked one by one before anything is touched. */
export function RestorePage({ params }: { readonly params: PageParams }) {
  const backupId = backupIdOf(params)
  const backup = useCall(getBackupInfo, { backupId: String(backupId) })
  const [ids, setIds] = useState<readonly number[]>(() => deviceIdsOf(params).slice(0, RESTORE_DEVICES_MAXIMUM))
  const [isChoosing, setChoosing] = useState(ids.length === 0)
  const { data } = backup
  if (data && isChoosing) {
    return (
      <ChooseDevices
        title="恢复到哪些设备"
        chosen={ids}
        maximum={RESTORE_DEVICES_MAXIMUM}
        onDone={(chosen) => {
          setIds(chosen)
          setChoosing(false)
        }}
      />
    )
  }
  if (data) return <RestorePlan key={ids.join()} backup={data} ids={ids} onChange={() => setChoosing(true)} />
  return (
    <Page route={ROUTE} title={TITLE}>
      <Async of={backup} loading={<RowsSkeleton rows={5} />}>
        {() => null}
      </Async>
    </Page>
  )
}

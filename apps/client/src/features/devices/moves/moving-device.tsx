import { getReplaceTerms, getZoneTerms } from '@yunji/contract/devices/move/calls'
import type { MovingDevice } from '@yunji/contract/devices/move/schema'
import { getUpdateTerms } from '@yunji/contract/devices/update/calls'
import { pathOf } from '@yunji/contract/pages'
import type { PropsWithChildren, ReactNode } from 'react'
import { queryClient } from '../../../shared/api/query.ts'
import { taskPath } from '../../../shared/navigation/page-paths.ts'
import { client } from '../../../shared/platform/app/client'
import { replacePage } from '../../../shared/platform/router/router.ts'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { DeviceCover } from '../../../shared/ui/picture/device-cover.tsx'
import styles from './moves.module.css'

/** Link for a device that cannot be moved or loaded. */
export const backHome = (
  <Button variant="outline" size="medium" isNarrow to={pathOf('Home/index')}>
    返回云手机
  </Button>
)

/** Leads to the task of a move. The terms of the next one differ: they are read anew when a page asks for them. */
export const followTask = async (taskId: number): Promise<void> => {
  for (const { path } of [getReplaceTerms, getZoneTerms, getUpdateTerms])
    await queryClient.invalidateQueries({ queryKey: [path], refetchType: 'none' })
  await replacePage(taskPath(taskId))
}

interface DeviceCardProps extends PropsWithChildren {
  readonly device: MovingDevice
  readonly note: ReactNode
}

/** The device with its picture; what becomes of it stands below. */
export function DeviceCard({ device, note, children }: DeviceCardProps) {
  return (
    <Card isPadded>
      <Box className={styles.device}>
        <Box className={styles.thumbnail}>
          <DeviceCover src={device.cover ? client.apiBase + device.cover : undefined} tone="run" />
        </Box>
        <Box className={styles.words}>
          <Box className={styles.title}>
            <Box as="h2" className={styles.name}>
              {device.name}
            </Box>
            <LevelBadge level={device.goodsLevel} />
          </Box>
          <Box className={styles.note}>{note}</Box>
        </Box>
      </Box>
      {children}
    </Card>
  )
}

const UNCHANGED = '设备保持原样，费用退回'

interface ConsequencesProps {
  readonly kept: string
  readonly lost: string
  readonly minutes: string
  readonly cost: string
  readonly failure?: string
}

/** What a move keeps, loses, takes and costs. */
export function Consequences({ kept, lost, minutes, cost, failure = UNCHANGED }: ConsequencesProps) {
  return (
    <Card title="开始前请了解" isPadded>
      <FactRow name="保留">{kept}</FactRow>
      <FactRow name="失去">{lost}</FactRow>
      <FactRow name="用时">{minutes}</FactRow>
      <FactRow name="费用">{cost}</FactRow>
      <FactRow name="失败时">{failure}</FactRow>
    </Card>
  )
}

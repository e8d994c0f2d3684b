import type { TransferState } from '@yunji/contract/devices/sharing'
import { transferStateLabels } from '@yunji/contract/devices/transfer/rules'
import type { TransferRecord } from '@yunji/contract/devices/transfer/schema'
import { messageTime, remainingTime } from '@yunji/contract/display/time'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import styles from './transfer.module.css'
import { type TransferAction, useAnswerTransfer, useTransfers } from './transfers.ts'

const tones = {
  waiting: 'brand',
  accepted: 'run',
  rejected: 'dead',
  cancelled: 'plain',
  expired: 'plain',
} as const satisfies Record<TransferState, string>

/** Names shown before the rest is counted. */
const NAMED = 5

function Devices({ record: { devices } }: { readonly record: TransferRecord }) {
  const hidden = devices.length - NAMED
  return (
    <Box as="ul" className={styles.items}>
      {devices.slice(0, NAMED).map(({ deviceId, name, goodsLevel, remainingMs }) => (
        <Box as="li" key={deviceId} className={styles.item}>
          <Box className={styles.top}>
            <Box className={styles.name}>{name}</Box>
            <LevelBadge level={goodsLevel} />
          </Box>
          {remainingMs !== null && <Box className={styles.left}>{remainingTime(remainingMs, 0)}</Box>}
        </Box>
      ))}
      {hidden > 0 && (
        <Box as="li" className={styles.left}>
          {`另有 ${hidden} 台`}
        </Box>
      )}
    </Box>
  )
}

interface ActionsProps {
  readonly record: TransferRecord
  readonly isBusy: boolean
  readonly onAct: (action: TransferAction) => void
}

function Actions({ record: { side, state }, isBusy, onAct }: ActionsProps) {
  if (state !== 'waiting') return null
  if (side === 'sent') {
    return (
      <Button variant="outline" size="small" isDisabled={isBusy} onTap={() => onAct('cancel')}>
        取消转移
      </Button>
    )
  }
  return (
    <>
      <Button variant="outline" size="small" isDisabled={isBusy} onTap={() => onAct('reject')}>
        拒绝
      </Button>
      <Button size="small" isDisabled={isBusy} onTap={() => onAct('accept')}>
        接收
      </Button>
    </>
  )
}

const titleOf = ({ side, peerPhone, peerName }: TransferRecord): string => {
  const peer = peerPhone || '已注销用户'
  return side === 'sent' ? `转给 ${peer}` : `来自 ${peerName ? `${peerName} ` : ''}${peer}`
}

const timeOf = ({ state, expiresAt, endedAt, createdAt }: TransferRecord, nowMs: number): string =>
  state === 'waiting'
    ? `${remainingTime(expiresAt, nowMs).replace('剩余', '还剩')}可接收`
    : messageTime(endedAt ?? createdAt, nowMs)

interface TransferRecordsProps {
  readonly onStart: () => void
}

/** Transfers of both directions, waiting ones first. */
export function TransferRecords({ onStart }: TransferRecordsProps) {
  const list = useTransfers()
  const nowMs = useMinute()
  const { isBusy, run } = useAnswerTransfer()
  return (
    <PullList
      list={list}
      loading={<RowsSkeleton rows={4} />}
      empty={
        <Empty illustration={noDevices} title="还没有转移记录" hint="转出和收到的设备会显示在这里">
          <Button size="medium" isNarrow onTap={onStart}>
            发起转移
          </Button>
        </Empty>
      }
    >
      {(record) => (
        <Card isPadded>
          <Box className={styles.head}>
            <Box as="h2" className={styles.peer}>
              {titleOf(record)}
            </Box>
            <Tag tone={tones[record.state]}>{transferStateLabels[record.state]}</Tag>
          </Box>
          <Devices record={record} />
          <Box className={styles.foot}>
            <Box className={styles.time}>{timeOf(record, nowMs)}</Box>
            <Actions
              record={record}
              isBusy={isBusy}
              onAct={(action) => run({ transferId: record.transferId, action })}
            />
          </Box>
        </Card>
      )}
    </PullList>
  )
}

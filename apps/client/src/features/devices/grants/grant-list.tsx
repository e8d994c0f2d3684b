import { accessLabels } from '@yunji/contract/devices/grant/rules'
import type { GrantRecord, GrantSide, ShareRecord } from '@yunji/contract/devices/grant/schema'
import { remainingTime } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { CardCodeEntry } from '../../../shared/devices/card-code-entry.tsx'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { client } from '../../../shared/platform/app/client'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { DeviceCover } from '../../../shared/ui/picture/device-cover.tsx'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import { Duration, endOf } from './grant-terms.tsx'
import styles from './grants.module.css'
import { useChangeGrant, useGrants, useRevokeGrant, useRevokeShare, useShares, useViewers } from './grants.ts'

const percentLeft = ({ createdAt, expiresAt }: GrantRecord, nowMs: number): number =>
  Math.max(0, Math.min(100, Math.round(((expiresAt - nowMs) / Math.max(1, expiresAt - createdAt)) * 100)))

interface GrantCardProps {
  readonly grant: GrantRecord
  readonly nowMs: number
  readonly onRevoke: () => void
  readonly onExtend: () => void
}

function GrantCard({ grant, nowMs, onRevoke, onExtend }: GrantCardProps) {
  const { side, deviceId, deviceName, cover, access, state, peerName, peerPhone, expiresAt } = grant
  const isGiven = side === 'given'
  return (
    <Card isPadded>
      <Box className={styles.head}>
        <Box className={styles.cover}>
          <DeviceCover src={cover ? client.apiBase + cover : undefined} tone="run" />
        </Box>
        <Box className={styles.words}>
          <Box as="h2" className={styles.name}>
            {deviceName}
          </Box>
          <Box className={styles.left}>{`${isGiven ? '' : '来自 '}${peerName ? `${peerName} ` : ''}${peerPhone}`}</Box>
        </Box>
        <Tag tone={access === 'control' ? 'brand' : 'plain'}>{accessLabels[access]}</Tag>
      </Box>
      <Box className={styles.foot}>
        <Box className={styles.words}>
          <ProgressBar label={`${deviceName}授权剩余`} percent={percentLeft(grant, nowMs)} />
          <Box className={styles.left}>{state === 'waiting' ? '等待对方注册' : remainingTime(expiresAt, nowMs)}</Box>
        </Box>
        <Button variant="outline" size="small" onTap={onRevoke}>
          {isGiven ? '收回' : '不再使用'}
        </Button>
        {isGiven ? (
          <Button variant="tint" size="small" onTap={onExtend}>
            延长
          </Button>
        ) : (
          <Button size="small" to={`${pathOf('webView/web_instance')}?deviceId=${deviceId}&mode=${access}`}>
            打开
          </Button>
        )}
      </Box>
    </Card>
  )
}

const shareNote = ({ uses, maximumUses, hasPin, isLocked, expiresAt }: ShareRecord, nowMs: number): string =>
  [
    remainingTime(expiresAt, nowMs),
    maximumUses === null ? `已打开 ${uses} 次` : `已打开 ${uses}/${maximumUses} 次`,
    ...(hasPin ? [isLocked ? '密码错误过多，已停用' : '有访问密码'] : []),
  ].join(' · ')

function Shares({ nowMs }: { readonly nowMs: number }) {
  const shares = useShares().data?.shares ?? []
  const { run } = useRevokeShare()
  if (shares.length === 0) return null
  return (
    <Card title="链接和授权码">
      {shares.map((share) => (
        <Cell
          key={share.shareId}
          title={`${share.deviceName} · ${accessLabels[share.access]}`}
          sub={shareNote(share, nowMs)}
          value={
            <Button variant="outline" size="small" onTap={() => run(share.shareId)}>
              停止
            </Button>
          }
        />
      ))}
    </Card>
  )
}

function Viewers() {
  const viewers = useViewers().data?.viewers ?? []
  if (viewers.length === 0) return null
  return (
    <Card title="谁在使用">
      {viewers.map(({ deviceId, deviceName, who, hasControl }) => (
        <Cell key={`${deviceId}-${who}`} title={who} sub={deviceName} value={hasControl ? '正在操作' : '正在观看'} />
      ))}
    </Card>
  )
}

interface ExtendSheetProps {
  readonly grant: GrantRecord | undefined
  readonly nowMs: number
  readonly onClose: () => void
}

function ExtendSheet({ grant, nowMs, onClose }: ExtendSheetProps) {
  const [hours, setHours] = useState(24)
  const { isBusy, run } = useChangeGrant()
  return (
    <Sheet isOpen={grant !== undefined} title="延长授权" onClose={onClose}>
      <Box className={styles.sheet}>
        <Box as="p" className={styles.hint}>
          从现在的结束时间起延长
        </Box>
        <Duration label="延长" hours={hours} onHours={setHours} />
        <Button
          isBusy={isBusy}
          onTap={() => {
            if (grant) run({ grantId: grant.grantId, expiresAt: endOf(Math.max(grant.expiresAt, nowMs), hours) })
            onClose()
          }}
        >
          延长
        </Button>
      </Box>
    </Sheet>
  )
}

interface GrantListProps {
  readonly side: GrantSide
}

/** Open grants of one direction. */
export function GrantList({ side }: GrantListProps) {
  const [shares, viewers] = [useShares(), useViewers()]
  const isGiven = side === 'given'
  // Cards above the list, drawn later, would move it.
  if (isGiven && !(shares.isFetched && viewers.isFetched)) return <RowsSkeleton rows={3} />
  return <Grants side={side} isGiven={isGiven} />
}

function Grants({ side, isGiven }: GrantListProps & { readonly isGiven: boolean }) {
  const list = useGrants(side)
  const nowMs = useMinute()
  const revoke = useRevokeGrant()
  const [extended, setExtended] = useState<GrantRecord>()
  return (
    <>
      {isGiven ? (
        <>
          <Viewers />
          <Shares nowMs={nowMs} />
        </>
      ) : (
        <CardCodeEntry />
      )}
      <PullList
        list={list}
        loading={<RowsSkeleton rows={3} />}
        empty={
          <Empty
            illustration={noDevices}
            title={isGiven ? '还没有授权' : '还没有收到授权'}
            hint={isGiven ? '授权他人观看或操作你的设备，随时可以收回' : '别人授权给你的设备会显示在这里'}
          />
        }
      >
        {(grant) => (
          <GrantCard
            grant={grant}
            nowMs={nowMs}
            onRevoke={() => revoke.run(grant)}
            onExtend={() => setExtended(grant)}
          />
        )}
      </PullList>
      <ExtendSheet grant={extended} nowMs={nowMs} onClose={() => setExtended(undefined)} />
    </>
  )
}

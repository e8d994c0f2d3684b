import type { SessionRecord } from '@yunji/contract/accounts/profile/schema'
import { formatDate, messageTime } from '@yunji/contract/display/time'
import { useState } from 'react'
import { systemClock } from '../../../shared/platform/app/clock.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { phone } from '../../../shared/ui/icon/icons.ts'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './session-list.module.css'
import { deviceNameOf, placeOf } from './session-names.ts'
import { useEndOtherSessions, useEndSession, useSessions } from './sessions.ts'

interface SessionRowProps {
  readonly record: SessionRecord
  readonly nowMs: number
}

function SessionRow({ record, nowMs }: SessionRowProps) {
  const { isCurrent, lastUsedAt, createdAt } = record
  const ending = useEndSession()
  return (
    <Cell
      leading={<IconTile of={phone} tone="brand" />}
      title={deviceNameOf(record)}
      isTitleLarge
      sub={
        <>
          <Box>{placeOf(record)}</Box>
          <Box>{`${formatDate(createdAt, 'YYYY-MM-DD HH:mm')} 登录`}</Box>
        </>
      }
      value={
        isCurrent ? (
          <Tag tone="run">本机</Tag>
        ) : (
          <Box className={styles.end}>
            <Box className={styles.used}>{messageTime(lastUsedAt, nowMs)}</Box>
            <Button variant="danger" size="small" isBusy={ending.isBusy} onTap={() => ending.run(record)}>
              退出
            </Button>
          </Box>
        )
      }
    />
  )
}

/** Devices with a session of the account, each with a logout. */
export function SessionList() {
  const [nowMs] = useState(systemClock)
  const endingOthers = useEndOtherSessions()
  return (
    <Box className={styles.list}>
      <Async of={useSessions()} loading={<RowsSkeleton rows={3} />}>
        {({ records }) => (
          <>
            <Card>
              {records.map((record) => (
                <SessionRow key={record.sessionId} record={record} nowMs={nowMs} />
              ))}
            </Card>
            <Box as="p" className={styles.note}>
              修改密码或更换手机号后，其他设备会自动退出。看到不认识的设备时，请退出它并修改密码。
            </Box>
            {records.length > 1 && (
              <Box className={styles.all}>
                <Button variant="danger" isBusy={endingOthers.isBusy} onTap={endingOthers.run}>
                  退出其他全部设备
                </Button>
              </Box>
            )}
          </>
        )}
      </Async>
    </Box>
  )
}

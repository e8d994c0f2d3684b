import { formatCount } from '@yunji/contract/display/text'
import { messageTime } from '@yunji/contract/display/time'
import { MESSAGES_KEPT_DAYS, messageTypeLabels } from '@yunji/contract/messages/rules'
import type { MessageSummary } from '@yunji/contract/messages/schema'
import { pathOf } from '@yunji/contract/pages'
import { useLive } from '../../../shared/live/live.ts'
import { messageListPath } from '../../../shared/navigation/page-paths.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Count } from '../../../shared/ui/badge/badge.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { headset } from '../../../shared/ui/icon/icons.ts'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noMessages } from '../../../shared/ui/status/illustrations.ts'
import { useSummary } from '../messages.ts'
import { CentreSkeleton } from './centre-skeleton.tsx'
import styles from './message-centre.module.css'
import { messageDisplays } from './message-displays.ts'

interface LineProps {
  readonly line: MessageSummary
  readonly nowMs: number
}

function Line({ line, nowMs }: LineProps) {
  const { messageType, unreadCount, latest } = line
  const { icon, tone } = messageDisplays[messageType]
  const name = messageTypeLabels[messageType]
  return (
    <Tap className={styles.line} to={messageListPath(messageType)}>
      <Box className={styles.tile}>
        <IconTile of={icon} tone={tone} size={48} />
        {unreadCount > 0 && (
          <Box className={styles.badge} role="img" label={`${formatCount(unreadCount)} 条未读`}>
            <Count count={unreadCount} />
          </Box>
        )}
      </Box>
      <Box className={styles.body}>
        <Box className={styles.top}>
          <Box as="h2" className={styles.name}>
            {name}
          </Box>
          {latest && <Box className={styles.time}>{messageTime(latest.createdAt, nowMs)}</Box>}
        </Box>
        <Box className={styles.newest}>{latest?.title ?? '暂无消息'}</Box>
      </Box>
    </Tap>
  )
}

function NoMessages() {
  return (
    <Empty illustration={noMessages} title="没有新消息" hint="设备到期、任务结果和账号变动，都会在这里告诉你">
      <Button variant="outline" size="medium" isNarrow to={pathOf('user/messageSet')}>
        消息设置
      </Button>
    </Empty>
  )
}

const hasNone = ({ types }: { readonly types: readonly MessageSummary[] }) =>
  types.every(({ latest, unreadCount }) => latest === null && unreadCount === 0)

function Lines() {
  const summary = useSummary()
  const nowMs = useMinute()
  useReturn(() => void summary.refetch())
  return (
    <Async of={summary} loading={<CentreSkeleton />} isEmpty={hasNone} empty={<NoMessages />}>
      {({ types }) => (
        <Card>
          {types.map((line) => (
            <Line key={line.messageType} line={line} nowMs={nowMs} />
          ))}
        </Card>
      )}
    </Async>
  )
}

/** Message types with their newest message and unread count. */
export function MessageCentre() {
  useLive()
  return (
    <Box className={styles.centre}>
      <Lines />
      <Card>
        <Tap className={styles.line} to={pathOf('CustomerService/index')}>
          <IconTile of={headset} tone="indigo" size={48} />
          <Box className={styles.body}>
            <Box as="h2" className={styles.name}>
              联系客服
            </Box>
            <Box className={styles.newest}>遇到问题时来这里</Box>
          </Box>
        </Tap>
      </Card>
      <Box as="p" className={styles.kept}>{`仅保留最近 ${MESSAGES_KEPT_DAYS} 天的消息`}</Box>
    </Box>
  )
}

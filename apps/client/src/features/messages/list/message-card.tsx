import type { MessageRecord } from '@yunji/contract/messages/schema'
import { openPage } from '../../../shared/platform/router/router.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { SwipeRow } from '../../../shared/ui/card/swipe-row.tsx'
import { Tick } from '../../../shared/ui/choice/tick.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { useMarkRead } from '../message-changes.ts'
import { isOwnPage } from './cached-messages.ts'
import { MessageBody } from './message-body.tsx'
import styles from './message-card.module.css'

/** Opens the link of a message, and marks it read. */
export const useFollowLink = () => {
  const markRead = useMarkRead()
  return (message: MessageRecord): void => {
    markRead(message)
    void openPage(message.link)
  }
}

/** Buttons of a message: its link, and for an unread one to mark it read without following the link. */
function MessageActions({ message }: { readonly message: MessageRecord }) {
  const markRead = useMarkRead()
  const followLink = useFollowLink()
  if (!isOwnPage(message.link)) return null
  return (
    <Box className={styles.ways}>
      {!message.isRead && (
        <Button variant="outline" size="small" onTap={() => markRead(message)}>
          稍后
        </Button>
      )}
      <Button variant={message.isRead ? 'tint' : 'primary'} size="small" onTap={() => followLink(message)}>
        {message.linkText}
      </Button>
    </Box>
  )
}

interface MessageCardProps {
  readonly message: MessageRecord
  readonly readAtMs: number
  readonly nowMs: number
  /** Selected state; absent outside the selection mode. */
  readonly isChosen?: boolean
  readonly onTap: () => void
  readonly onDelete: () => void
}

export function MessageCard({ message, readAtMs, nowMs, isChosen, onTap, onDelete }: MessageCardProps) {
  const isChoosing = isChosen !== undefined
  const markRead = useMarkRead()
  const reading = { text: '标为已读', onTap: () => markRead(message) }
  const deletion = { text: '删除', isDanger: true, onTap: onDelete }
  const swipeActions = [...(message.isRead ? [] : [reading]), deletion]
  return (
    <Card className={styles.card}>
      <SwipeRow actions={isChoosing ? [] : swipeActions}>
        <Tap className={styles.face} isChecked={isChosen} onTap={onTap}>
          {isChoosing && (
            <Box className={styles.tick}>
              <Tick isOn={isChosen} />
            </Box>
          )}
          <Box className={styles.body}>
            <MessageBody message={message} readAtMs={readAtMs} nowMs={nowMs} />
          </Box>
        </Tap>
        {!isChoosing && <MessageActions message={message} />}
      </SwipeRow>
    </Card>
  )
}

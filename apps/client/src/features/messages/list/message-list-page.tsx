import { formatCount } from '@yunji/contract/display/text'
import { type MessageType, messageTypeLabels } from '@yunji/contract/messages/rules'
import type { MessageRecord } from '@yunji/contract/messages/schema'
import { useState } from 'react'
import { showToast } from '../../../shared/feedback/toast.ts'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { useLive } from '../../../shared/live/live.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noMessages } from '../../../shared/ui/status/illustrations.ts'
import { useDeleteMessages, useMarkAllRead, useMarkRead } from '../message-changes.ts'
import { useMessages, useSummary } from '../messages.ts'
import { separators } from './cached-messages.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { MessageCard } from './message-card.tsx'
import styles from './message-list.module.css'
import { MessageSheet } from './message-sheet.tsx'
import { NewMessages } from './new-messages.tsx'
import { SelectionBar, useMultiSelect } from './selection-bar.tsx'

interface MessageListPageProps {
  readonly messageType: MessageType
}

/** The messages of one type. */
export function MessageListPage({ messageType }: MessageListPageProps) {
  const list = useMessages(messageType)
  const line = useSummary().data?.types.find((each) => each.messageType === messageType)
  const nowMs = useMinute()
  const { chosen, start, stop, toggle, chooseAll } = useMultiSelect()
  // Kept while its sheet closes.
  const [shown, setShown] = useState<MessageRecord>()
  const [isOpen, setOpen] = useState(false)
  const markRead = useMarkRead()
  const markAllRead = useMarkAllRead(messageType)
  const deletion = useDeleteMessages(messageType, stop)
  useLive()

  const { rows, query } = list
  const over = separators(rows, nowMs)
  const open = (message: MessageRecord) => {
    markRead(message)
    setShown(message)
    setOpen(true)
  }
  const readAllHere = () => (line?.unreadCount === 0 ? showToast('没有未读消息') : markAllRead.run())
  const actions = chosen ? (
    <Tap className={styles.action} onTap={stop}>
      完成
    </Tap>
  ) : (
    <>
      <Tap className={styles.action} onTap={readAllHere}>
        全部已读
      </Tap>
      <Tap className={styles.action} onTap={start}>
        管理
      </Tap>
    </>
  )
  return (
    <Page
      route="user/messageList"
      title={chosen ? `已选 ${formatCount(chosen.size)} 条` : messageTypeLabels[messageType]}
      action={rows.length > 0 && <Box className={styles.actions}>{actions}</Box>}
      footer={
        chosen && (
          <SelectionBar
            count={chosen.size}
            isAll={chosen.size === rows.length}
            onAll={() => chooseAll(rows.map(({ messageId }) => messageId))}
            isBusy={deletion.isBusy}
            onDelete={() => deletion.run([...chosen])}
          />
        )
      }
    >
      <NewMessages newestAtMs={line?.latest?.createdAt} list={list} />
      <PullList
        list={list}
        className={styles.list}
        loading={<ListSkeleton />}
        empty={
          <Empty illustration={noMessages} title="没有消息" hint={`${messageTypeLabels[messageType]}会显示在这里`} />
        }
      >
        {(message) => (
          <>
            {over.has(message.messageId) && <Box className={styles.time}>{over.get(message.messageId)}</Box>}
            <MessageCard
              message={message}
              readAtMs={query.dataUpdatedAt}
              nowMs={nowMs}
              isChosen={chosen?.has(message.messageId)}
              onTap={() => (chosen ? toggle(message.messageId) : open(message))}
              onDelete={() => deletion.run([message.messageId])}
            />
          </>
        )}
      </PullList>
      {shown && (
        <MessageSheet
          message={shown}
          isOpen={isOpen}
          readAtMs={query.dataUpdatedAt}
          nowMs={nowMs}
          onClose={() => setOpen(false)}
        />
      )}
    </Page>
  )
}

import { formatDate, messageTime } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { ticketStateLabels } from '@yunji/contract/service/machine'
import { ticketKindLabels } from '@yunji/contract/service/rules'
import type { TicketInfo, TicketReply } from '@yunji/contract/service/schema'
import { type PropsWithChildren, useEffect, useState } from 'react'
import { useWrite } from '../../shared/api/use-write.ts'
import { useDeviceStatuses } from '../../shared/dictionary/device-statuses.ts'
import { confirm } from '../../shared/feedback/dialog.ts'
import { showToast } from '../../shared/feedback/toast.ts'
import { client } from '../../shared/platform/app/client'
import { useMinute } from '../../shared/platform/app/clock.ts'
import { useIsLoggedIn } from '../../shared/session/session.ts'
import { Tag } from '../../shared/ui/badge/tag.tsx'
import { TextLink } from '../../shared/ui/button/text-link.tsx'
import { Card } from '../../shared/ui/card/card.tsx'
import { FactRow } from '../../shared/ui/card/fact-row.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Box, Tap } from '../../shared/ui/elements/elements'
import { Page } from '../../shared/ui/page/page.tsx'
import { Picture } from '../../shared/ui/picture/picture'
import { PictureViewer } from '../../shared/ui/picture/picture-viewer'
import { RowsSkeleton } from '../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../shared/ui/status/async.tsx'
import { endContactTicket, isFrozen, useContactTicket, useContactToken } from './contact.ts'
import { ContactProof } from './contact-proof.tsx'
import styles from './service.module.css'
import { endTicket, markTicketRead, useTicket } from './service.ts'
import { RatingCard, ReplyForm } from './ticket-forms.tsx'
import { contextFacts, dueText, stateTones } from './ticket-text.ts'

function Context({ ticket }: { readonly ticket: TicketInfo }) {
  const statuses = useDeviceStatuses()
  const stateText = (state: string) => statuses?.find((status) => status.state === state)?.label ?? state
  const facts = contextFacts(ticket.context, stateText)
  const { interruption, device } = ticket.context
  if (facts.length === 0) return null
  return (
    <Card isPadded title="提交时的情况">
      {facts.map(([name, value]) => (
        <FactRow key={name} name={name}>
          {value}
        </FactRow>
      ))}
      {interruption && device && (
        <TextLink to={`${pathOf('Device/availability')}?deviceId=${device.deviceId}`}>查看设备的中断记录</TextLink>
      )}
    </Card>
  )
}

interface ReplyProps {
  readonly reply: TicketReply
  readonly onShow: (src: string) => void
}

function Reply({ reply, onShow }: ReplyProps) {
  const nowMs = useMinute()
  const isOurs = reply.author === 'operator'
  const from = isOurs ? `客服 ${reply.operatorName}` : '我'
  return (
    <Box as="li" className={classes(styles.reply, !isOurs && styles.own)}>
      <Box className={styles.faint}>{`${from} · ${messageTime(reply.createdAt, nowMs)}`}</Box>
      <Box className={styles.bubble}>{reply.content}</Box>
      {reply.pictures.length > 0 && (
        <Box className={styles.thumbnails}>
          {reply.pictures.map((address, index) => (
            <Tap
              key={address}
              className={styles.thumbnail}
              label={`查看第 ${index + 1} 张图片`}
              onTap={() => onShow(client.apiBase + address)}
            >
              <Picture className={styles.picture} src={client.apiBase + address} />
            </Tap>
          ))}
        </Box>
      )}
    </Box>
  )
}

interface DetailsProps {
  readonly ticket: TicketInfo
  readonly contactToken?: string | undefined
}

function Details({ ticket, contactToken }: DetailsProps) {
  const nowMs = useMinute()
  const [shown, setShown] = useState<string>()
  const { ticketId, state, kind, title, closesAt, replies, reopensUntil } = ticket
  const due = dueText(ticket, nowMs)
  const isClosed = state === 'closed'
  const mayWrite = !isClosed || (reopensUntil !== null && reopensUntil > nowMs)
  return (
    <>
      <Card isPadded>
        <Box className={styles.row}>
          <Box as="h2" className={styles.heading}>
            {title}
          </Box>
          <Tag tone={stateTones[state]}>{ticketStateLabels[state]}</Tag>
        </Box>
        <Box className={styles.faint}>{`${ticketKindLabels[kind]} · 工单编号 ${ticketId}`}</Box>
        {due && (
          <Box className={styles.due} live="polite">
            {due}
          </Box>
        )}
        {closesAt !== null && (
          <Box className={styles.faint}>{`没有新的消息时，${formatDate(closesAt, 'MM/DD HH:mm')} 自动关闭`}</Box>
        )}
      </Card>
      <Context ticket={ticket} />
      <Box as="ul" className={styles.replies} label="对话">
        {replies.map((reply) => (
          <Reply key={reply.replyId} reply={reply} onShow={setShown} />
        ))}
      </Box>
      {isClosed && <RatingCard ticket={ticket} contactToken={contactToken} />}
      {mayWrite ? (
        <ReplyForm key={replies.length} ticket={ticket} contactToken={contactToken} />
      ) : (
        <Box className={styles.none}>工单已关闭超过 7 天。还有问题时，请提交新的工单。</Box>
      )}
      {shown && <PictureViewer src={shown} name="工单图片" onClose={() => setShown(undefined)} />}
    </>
  )
}

interface TicketViewProps {
  readonly ticketId: number
}

interface FrameProps extends PropsWithChildren {
  /** Undefined while there is nothing to close. */
  readonly close: (() => Promise<void>) | undefined
}

function Frame({ close, children }: FrameProps) {
  const closing = useWrite(
    async () => {
      await close?.()
      showToast('工单已关闭', 'success')
    },
    {
      confirm: () =>
        confirm({
          title: '关闭工单？',
          body: '问题解决后可以关闭。7 天内还可以重新打开。',
          cancelText: '取消',
          confirmText: '关闭工单',
        }),
    },
  )
  const action = close && (
    <TextLink tone="ink" onTap={closing.run}>
      关闭工单
    </TextLink>
  )
  return (
    <Page route="CustomerService/index" title="工单详情" action={action}>
      <Box className={styles.page}>{children}</Box>
    </Page>
  )
}

function ContactTicket({ ticketId, contactToken }: TicketViewProps & { readonly contactToken: string }) {
  const ticket = useContactTicket(contactToken, ticketId)
  const canClose = ticket.data !== undefined && ticket.data.state !== 'closed'
  return (
    <Frame close={canClose ? () => endContactTicket(contactToken, ticketId) : undefined}>
      <Async of={ticket} loading={<RowsSkeleton rows={4} />}>
        {(data) => <Details ticket={data} contactToken={contactToken} />}
      </Async>
    </Frame>
  )
}

/** A ticket: its state, what both sides have written, and what the customer can do. */
export function TicketView({ ticketId }: TicketViewProps) {
  const isLoggedIn = useIsLoggedIn()
  const ticket = useTicket(ticketId)
  const contactToken = useContactToken()
  const { data } = ticket
  const isUnread = data?.isUnread ?? false
  useEffect(() => {
    if (isUnread) void markTicketRead(ticketId).catch(() => undefined)
  }, [isUnread, ticketId])
  if (!isLoggedIn || isFrozen(ticket.error)) {
    if (contactToken) return <ContactTicket ticketId={ticketId} contactToken={contactToken} />
    return (
      <Frame close={undefined}>
        <ContactProof />
      </Frame>
    )
  }
  const canClose = data !== undefined && data.state !== 'closed'
  return (
    <Frame close={canClose ? () => endTicket(ticketId) : undefined}>
      <Async of={ticket} loading={<RowsSkeleton rows={4} />}>
        {(found) => <Details ticket={found} />}
      </Async>
    </Frame>
  )
}

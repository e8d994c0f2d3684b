import { formatDate, messageTime } from '@yunji/contract/display/time'
import {
  addTicketNote,
  answerTicket,
  assignTicket,
  endTicket,
  getTicketForOperator,
  getTickets,
} from '@yunji/contract/operator/service-calls'
import { fillCanned } from '@yunji/contract/service/canned'
import { type TicketState, ticketStateLabels } from '@yunji/contract/service/machine'
import { MAX_PICTURES_PER_REPLY, ticketKindLabels } from '@yunji/contract/service/rules'
import { REPLY_MAXIMUM_CHARACTERS, uploadedAttachment } from '@yunji/contract/service/schema'
import { type CallData, parseAs } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { type ReactNode, useRef, useState } from 'react'
import { messageOf, uploadFile } from '../api/call-api.ts'
import { useCall, useWrite } from '../api/query.ts'
import { useRight, useSelf } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Labelled } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Async, Facts, State, Tag, type Tone } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import { CannedPicker } from './canned-picker.tsx'
import { ExportButton } from './exports.tsx'
import styles from './tickets.module.css'

type Ticket = CallData<typeof getTickets>['records'][number]
type Conversation = CallData<typeof getTicketForOperator>

const REFETCH_MS = 30_000
const tones: Readonly<Record<TicketState, Tone>> = { open: 'soon', answered: 'run', waiting: 'back', closed: 'off' }
const time = (atMs: number | null): string => formatDate(atMs, 'YYYY-MM-DD HH:mm')

function Due({ of }: { readonly of: Pick<Ticket, 'dueAt' | 'isOverdue'> }) {
  if (of.dueAt === null) return '--'
  return of.isOverdue ? (
    <Tag tone="dead">{formatDate(of.dueAt, 'MM/DD HH:mm')} 已超时</Tag>
  ) : (
    formatDate(of.dueAt, 'MM/DD HH:mm')
  )
}

const columns: readonly Column<Ticket>[] = [
  { id: 'ticketId', title: '编号', cell: ({ ticketId }) => ticketId, sortBy: ({ ticketId }) => ticketId },
  { id: 'title', title: '问题', cell: ({ title }) => title },
  { id: 'kind', title: '类型', cell: ({ kind }) => ticketKindLabels[kind], sortBy: ({ kind }) => kind },
  { id: 'state', title: '状态', cell: ({ state }) => <State tone={tones[state]}>{ticketStateLabels[state]}</State> },
  { id: 'dueAt', title: '应回复', cell: (ticket) => <Due of={ticket} />, sortBy: ({ dueAt }) => dueAt ?? Infinity },
  { id: 'assignee', title: '处理人', cell: ({ assignee }) => assignee || '未指定', sortBy: ({ assignee }) => assignee },
  {
    id: 'user',
    title: '用户',
    cell: ({ userId, contactPhone }) => (userId === null ? (contactPhone ?? '--') : `#${userId}`),
  },
  {
    id: 'updatedAt',
    title: '更新',
    cell: ({ updatedAt }) => messageTime(updatedAt, Date.now()),
    sortBy: ({ updatedAt }) => updatedAt,
  },
  { id: 'createdAt', title: '提交', cell: ({ createdAt }) => time(createdAt), isExtra: true },
  { id: 'rating', title: '评分', cell: ({ rating }) => rating ?? '--', isExtra: true },
]

export default function TicketsPage() {
  return (
    <ListPage
      id="tickets"
      call={getTickets}
      actions={<ExportButton list="tickets" />}
      columns={columns}
      rowId={({ ticketId }) => String(ticketId)}
      searches={[{ name: 'assignee', label: '处理人' }]}
      filters={[
        { name: 'state', label: '状态', options: Object.entries(ticketStateLabels) },
        { name: 'kind', label: '类型', options: Object.entries(ticketKindLabels) },
        { name: 'overdue', label: '时限', options: [['1', '只看超时']] },
      ]}
      refetchMs={REFETCH_MS}
      empty="没有工单"
      emptyHint="客户提交的工单会出现在这里。"
      detailTitle={({ ticketId, title }) => `#${ticketId} ${title}`}
      renderDetail={({ ticketId }) => <TicketDetail key={ticketId} ticketId={ticketId} />}
    />
  )
}

function TicketDetail({ ticketId }: { readonly ticketId: number }) {
  const ticket = useCall(getTicketForOperator, { ticketId: String(ticketId) }, { refetchMs: REFETCH_MS })
  return <Async of={ticket}>{(read) => <TicketConversation ticket={read} />}</Async>
}

function TicketConversation({ ticket }: { readonly ticket: Conversation }) {
  const mayAnswer = useRight('tickets.answer')
  return (
    <div className={styles.ticket}>
      <Facts
        of={[
          [
            '状态',
            <State key="state" tone={tones[ticket.state]}>
              {ticketStateLabels[ticket.state]}
            </State>,
          ],
          ['类型', ticketKindLabels[ticket.kind]],
          ['用户', ticket.userId === null ? ticket.contactPhone : `#${ticket.userId}`],
          ['应回复', <Due key="due" of={ticket} />],
          ['提交时间', time(ticket.createdAt)],
          ['评价', ticket.rating === null ? null : `${ticket.rating} 星 ${ticket.ratingWords}`],
          ...contextOf(ticket),
        ]}
      />
      {mayAnswer && <Assignment ticket={ticket} />}
      <ol className={styles.replies} aria-label="对话">
        {ticket.replies.map(({ replyId, author, operatorName, content, pictures, createdAt }) => (
          <li key={replyId} className={classes(styles.reply, styles[author])}>
            <header>
              {author === 'customer' ? '客户' : author === 'note' ? `${operatorName} 的内部备注` : operatorName}
              <time>{time(createdAt)}</time>
            </header>
            <p>{content}</p>
            {pictures.length > 0 && (
              <div className={styles.pictures}>
                {pictures.map((address, index) => (
                  <a key={address} href={address} target="_blank" rel="noreferrer">
                    <img src={address} alt={`图片 ${index + 1}`} />
                  </a>
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
      {mayAnswer && ticket.state !== 'closed' && <Reply ticketId={ticket.ticketId} title={ticket.title} />}
    </div>
  )
}

/** State of things when the ticket was opened. */
const contextOf = ({ context: { device, task, order } }: Conversation): [string, ReactNode][] => [
  ...(device ? [['设备', `#${device.deviceId} ${device.name}，${device.zoneName}`] as [string, ReactNode]] : []),
  ...(task
    ? [
        ['任务', `#${task.taskId} ${task.kind}，${task.state}${task.reason && `：${task.reason}`}`] as [
          string,
          ReactNode,
        ],
      ]
    : []),
  ...(order
    ? [['订单', `#${order.orderId} ${order.title}${order.failure && `：${order.failure}`}`] as [string, ReactNode]]
    : []),
]

function Assignment({ ticket }: { readonly ticket: Conversation }) {
  const { operator } = useSelf()
  const [name, setName] = useState(ticket.assignee)
  const assign = useWrite(assignTicket, { done: '处理人已更新' })
  const close = useWrite(endTicket, { done: '工单已关闭' })
  const { ticketId } = ticket
  const give = (assignee: string): void => {
    setName(assignee)
    assign.mutate({ ticketId, assignee })
  }
  const end = async (): Promise<void> => {
    const isSure = await confirm({
      title: '关闭这个工单？',
      text: '客户会看到工单已关闭，可以在期限内重新打开。',
      confirm: '关闭工单',
      isDestructive: true,
    })
    if (isSure) close.mutate({ ticketId })
  }
  return (
    <div className={styles.assignment}>
      <Labelled label="处理人">
        {(ids) => (
          <input
            {...ids}
            className={styles.input}
            value={name}
            maxLength={64}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Labelled>
      <Button isBusy={assign.isPending} disabled={name.trim() === ticket.assignee} onClick={() => give(name.trim())}>
        指定
      </Button>
      {ticket.assignee !== operator.name && (
        <Button tone="tint" onClick={() => give(operator.name)}>
          由我处理
        </Button>
      )}
      {ticket.state !== 'closed' && (
        <Button tone="danger" isBusy={close.isPending} onClick={() => void end()}>
          关闭工单
        </Button>
      )}
    </div>
  )
}

function Reply({ ticketId, title }: { readonly ticketId: number; readonly title: string }) {
  const { operator, displayName = operator.name } = useSelf()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isPicking, setPicking] = useState(false)
  const [text, setText] = useState('')
  const [isNote, setNote] = useState(false)
  const [attachmentIds, setAttachments] = useState<readonly string[]>([])
  const [isUploading, setUploading] = useState(false)
  const clear = (): void => {
    setText('')
    setAttachments([])
  }
  const answer = useWrite(answerTicket, { done: '已回复', onDone: clear })
  const note = useWrite(addTicketNote, { done: '备注已添加', onDone: clear })
  const attach = async (files: FileList | null): Promise<void> => {
    setUploading(true)
    try {
      for (const file of [...(files ?? [])].slice(0, MAX_PICTURES_PER_REPLY - attachmentIds.length)) {
        const uploaded = parseAs(uploadedAttachment, await uploadFile(sideRoutes.operatorTicketPicture.path, file))
        if (uploaded) setAttachments((ids) => [...ids, uploaded.attachmentId])
      }
    } catch (error) {
      showToast(messageOf(error), 'error')
    } finally {
      setUploading(false)
    }
  }
  const send = (isQuestion: boolean): void => {
    const common = { ticketId, content: text.trim() }
    if (isNote) note.mutate(common)
    else answer.mutate({ ...common, attachmentIds: [...attachmentIds], isQuestion })
  }
  /** Takes the place of what is selected, with the caret behind it. */
  const insert = (content: string): void => {
    setPicking(false)
    const filled = fillCanned(content, { 工单号: String(ticketId), 问题: title, 客服: displayName })
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    setText(text.slice(0, selectionStart) + filled + text.slice(selectionEnd))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(selectionStart + filled.length, selectionStart + filled.length)
    })
  }
  const isBusy = answer.isPending || note.isPending
  const isEmpty = text.trim() === '' || isUploading
  return (
    <div className={classes(styles.composer, isNote && styles.noting)}>
      <div className={styles.kinds} role="group" aria-label="内容的种类">
        <button type="button" aria-pressed={!isNote} onClick={() => setNote(false)}>
          回复客户
        </button>
        <button type="button" aria-pressed={isNote} onClick={() => setNote(true)}>
          内部备注
        </button>
      </div>
      <textarea
        ref={field}
        onKeyDown={(event) => {
          if (event.key !== '/' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          setPicking(true)
        }}
        aria-label={isNote ? '内部备注' : '回复客户'}
        placeholder={isNote ? '只有运营人员能看到' : '客户会收到通知'}
        rows={4}
        maxLength={REPLY_MAXIMUM_CHARACTERS}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.composerFoot}>
        <span className={styles.shownName}>署名 {displayName}</span>
        <Button tone="ghost" onClick={() => setPicking(true)}>
          常用回复 Ctrl /
        </Button>
        <CannedPicker isOpen={isPicking} onClose={() => setPicking(false)} onChoose={insert} />
        {!isNote && (
          <label className={styles.upload}>
            <input
              type="file"
              accept="image/png,image/jpeg,image/webp"
              multiple
              disabled={isUploading || attachmentIds.length >= MAX_PICTURES_PER_REPLY}
              onChange={(event) => void attach(event.target.files)}
            />
            {isUploading ? '上传中…' : attachmentIds.length > 0 ? `已添加 ${attachmentIds.length} 张图片` : '添加图片'}
          </label>
        )}
        <span className={styles.gap} />
        {!isNote && (
          <Button disabled={isEmpty} isBusy={isBusy} onClick={() => send(true)}>
            请客户补充
          </Button>
        )}
        <Button tone="primary" disabled={isEmpty} isBusy={isBusy} onClick={() => send(false)}>
          {isNote ? '添加备注' : '发送回复'}
        </Button>
      </div>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { taskKindLabels, taskStateLabels } from '@yunji/contract/devices/task/rules'
import { CHINA_OFFSET_MINUTES, messageTime } from '@yunji/contract/display/time'
import {
  assignTicket,
  endTicket,
  getTicketForOperator,
  getTicketOperators,
  getTickets,
} from '@yunji/contract/operator/service-calls'
import { type TicketState, ticketStateLabels } from '@yunji/contract/service/machine'
import { ticketKindLabels } from '@yunji/contract/service/rules'
import type { CallData } from '@yunji/contract/wire/call'
import type { OperatorRight } from '@yunji/contract/wire/operator-roles'
import type { ReactNode } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight, useSelf } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Labelled, Select } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Async, Facts, State, Tag, type Tone } from '../ui/states.tsx'
import { ExportButton } from './exports.tsx'
import { shortTime, time } from './labels.tsx'
import { TicketReply } from './ticket-reply.tsx'
import styles from './tickets.module.css'

type Ticket = CallData<typeof getTickets>['records'][number]
type Conversation = CallData<typeof getTicketForOperator>

const REFETCH_MS = 30_000
const tones: Readonly<Record<TicketState, Tone>> = { open: 'soon', answered: 'run', waiting: 'back', closed: 'off' }

function Due({ of }: { readonly of: Pick<Ticket, 'dueAt' | 'isOverdue'> }) {
  if (of.dueAt === null) return '--'
  return of.isOverdue ? <Tag tone="dead">{shortTime(of.dueAt)} 已超时</Tag> : shortTime(of.dueAt)
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
    cell: ({ userId, contactPhone }) => (userId === null ? (contactPhone ?? '--') : <UserLink userId={userId} />),
  },
  {
    id: 'updatedAt',
    title: '更新',
    cell: ({ updatedAt }) => messageTime(updatedAt, Date.now(), CHINA_OFFSET_MINUTES),
    sortBy: ({ updatedAt }) => updatedAt,
  },
  { id: 'createdAt', title: '提交', cell: ({ createdAt }) => time(createdAt), isExtra: true },
  { id: 'rating', title: '评分', cell: ({ rating }) => rating ?? '--', isExtra: true },
]

function RecordLink({ to, right, id, children }: RecordLinkProps) {
  const mayOpen = useRight(right)
  if (!mayOpen) return children
  return (
    <Link to={to} search={{ open: String(id) } as never}>
      {children}
    </Link>
  )
}

interface RecordLinkProps {
  readonly to: '/users' | '/devices' | '/orders'
  readonly right: OperatorRight
  readonly id: number
  readonly children: ReactNode
}

const UserLink = ({ userId }: { readonly userId: number }) => (
  <RecordLink to="/users" right="users.read" id={userId}>
    #{userId}
  </RecordLink>
)

export default function TicketsPage() {
  const operators = useCall(getTicketOperators, {}).data?.records ?? []
  return (
    <ListPage
      id="tickets"
      call={getTickets}
      actions={<ExportButton list="tickets" />}
      columns={columns}
      rowId={({ ticketId }) => String(ticketId)}
      searches={[{ name: 'text', label: useRight('users.write') ? '编号、标题或手机号' : '编号或标题' }]}
      filters={[
        { name: 'state', label: '状态', options: Object.entries(ticketStateLabels) },
        { name: 'kind', label: '类型', options: Object.entries(ticketKindLabels) },
        {
          name: 'assigneeId',
          label: '处理人',
          options: [
            ['0', '未指定'],
            ...operators.map(
              ({ operatorId, name, isAssignable }) =>
                [String(operatorId), isAssignable ? name : `${name}（不再处理）`] as const,
            ),
          ],
        },
        { name: 'overdue', label: '时限', options: [['1', '只看超时']] },
      ]}
      refetchMs={REFETCH_MS}
      empty="没有工单"
      emptyHint="用户提交的工单会出现在这里。"
      openTitle={(id) => `工单 #${id}`}
      renderOpen={(id) => <TicketDetail key={id} ticketId={id} />}
    />
  )
}

function TicketDetail({ ticketId }: { readonly ticketId: string }) {
  const ticket = useCall(getTicketForOperator, { ticketId }, { refetchMs: REFETCH_MS })
  return <Async of={ticket}>{(read) => <TicketConversation ticket={read} />}</Async>
}

function TicketConversation({ ticket }: { readonly ticket: Conversation }) {
  const mayAnswer = useRight('tickets.answer')
  return (
    <div className={styles.ticket}>
      <Facts
        of={[
          ['问题', ticket.title],
          [
            '状态',
            <State key="state" tone={tones[ticket.state]}>
              {ticketStateLabels[ticket.state]}
            </State>,
          ],
          ['类型', ticketKindLabels[ticket.kind]],
          ['用户', ticket.userId === null ? ticket.contactPhone : <UserLink key="user" userId={ticket.userId} />],
          ['应回复', <Due key="due" of={ticket} />],
          ['提交时间', time(ticket.createdAt)],
          ['评价', ticket.rating === null ? null : `${ticket.rating} 星 ${ticket.ratingWords}`],
          ...contextOf(ticket),
        ]}
      />
      {mayAnswer ? <Assignment ticket={ticket} /> : <Facts of={[['处理人', ticket.assignee || '未指定']]} />}
      <ol className={styles.replies} aria-label="对话">
        {ticket.replies.map(({ replyId, author, operatorName, content, pictures, createdAt }) => (
          <li key={replyId} className={classes(styles.reply, styles[author])}>
            <header>
              {author === 'customer' ? '用户' : author === 'note' ? `${operatorName} 的内部备注` : operatorName}
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
      {mayAnswer && (
        <TicketReply ticketId={ticket.ticketId} title={ticket.title} isClosed={ticket.state === 'closed'} />
      )}
    </div>
  )
}

/** State of things when the ticket was opened. */
const contextOf = ({ context: { device, task, order } }: Conversation): [string, ReactNode][] => {
  const facts: [string, ReactNode][] = []
  if (device) {
    facts.push([
      '设备',
      <RecordLink key="device" to="/devices" right="devices.read" id={device.deviceId}>
        #{device.deviceId} {device.name}，{device.zoneName}
      </RecordLink>,
    ])
  }
  if (task) {
    const { taskId, kind, state, reason } = task
    facts.push(['任务', `#${taskId} ${taskKindLabels[kind]}，${taskStateLabels[state]}${reason && `：${reason}`}`])
  }
  if (order) {
    facts.push([
      '订单',
      <RecordLink key="order" to="/orders" right="orders.read" id={order.orderId}>
        #{order.orderId} {order.title}
        {order.failure && `：${order.failure}`}
      </RecordLink>,
    ])
  }
  return facts
}

const NOBODY = 0

function Assignment({ ticket }: { readonly ticket: Conversation }) {
  const { ticketId, assigneeId } = ticket
  const self = useSelf().operator.operatorId
  const operators = useCall(getTicketOperators, {}).data?.records ?? []
  const assign = useWrite(assignTicket, { done: '处理人已更新' })
  const close = useWrite(endTicket, { done: '工单已关闭' })
  const give = (operatorId: number): void =>
    assign.mutate({ ticketId, operatorId: operatorId === NOBODY ? null : operatorId })
  const end = async (): Promise<void> => {
    const isSure = await confirm({
      title: '关闭这个工单？',
      text: '用户会看到工单已关闭，可以在期限内重新打开。',
      confirm: '关闭工单',
      isDestructive: true,
    })
    if (isSure) close.mutate({ ticketId })
  }
  const isNamed = assigneeId === null && ticket.assignee !== ''
  const choices = operators.filter(({ operatorId, isAssignable }) => isAssignable || operatorId === assigneeId)
  return (
    <div className={styles.assignment}>
      <Labelled label="处理人">
        {({ id }) => (
          <Select
            id={id}
            value={isNamed ? null : (assigneeId ?? NOBODY)}
            placeholder={ticket.assignee}
            options={[[NOBODY, '未指定'], ...choices.map(({ operatorId, name }) => [operatorId, name] as const)]}
            onChange={give}
          />
        )}
      </Labelled>
      {self !== null && assigneeId !== self && (
        <Button tone="tint" isBusy={assign.isPending} onClick={() => give(self)}>
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

import { Link } from '@tanstack/react-router'
import { type refundProposalStates, refundReasons } from '@yunji/contract/commerce/payment/operator-enums'
import { refundProposalLabels, refundReasonLabels } from '@yunji/contract/operator/labels'
import {
  decideRefundProposal,
  getRefundProposals,
  getRefundTerms,
  proposeRefund,
} from '@yunji/contract/operator/refund-calls'
import type { CallData, CallInput } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { messageOf } from '../api/call-api.ts'
import { useCall, useWrite } from '../api/query.ts'
import { useRight, useSelf } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { centsCodec } from '../ui/codecs.ts'
import { Form, SelectField, Submit, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Async, Facts, State, type Tone } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Proposal = CallData<typeof getRefundProposals>['records'][number]

type RefundReason = (typeof refundReasons)[number]
type RefundProposalState = (typeof refundProposalStates)[number]

const tones: Readonly<Record<RefundProposalState, Tone>> = { waiting: 'soon', done: 'run', rejected: 'off' }

function ProposalState({ of }: { readonly of: RefundProposalState }) {
  return <State tone={tones[of]}>{refundProposalLabels[of]}</State>
}

const columns: readonly Column<Proposal>[] = [
  { id: 'proposalId', title: '编号', cell: ({ proposalId }) => `#${proposalId}` },
  { id: 'orderId', title: '订单', cell: ({ orderId }) => `#${orderId}`, sortBy: ({ orderId }) => orderId },
  {
    id: 'amountCents',
    title: '金额',
    align: 'right',
    cell: ({ amountCents }) => money(amountCents),
    sortBy: ({ amountCents }) => amountCents,
  },
  { id: 'reason', title: '原因', cell: ({ reason }) => refundReasonLabels[reason] },
  { id: 'state', title: '状态', cell: ({ state }) => <ProposalState of={state} /> },
  { id: 'proposedBy', title: '发起', cell: (row) => `${row.proposedBy} ${time(row.proposedAt)}` },
  {
    id: 'decidedBy',
    title: '复核',
    cell: (row) => (row.decidedBy === null ? '--' : `${row.decidedBy} ${time(row.decidedAt)}`),
  },
]

export default function RefundsPage() {
  return (
    <ListPage
      id="refunds"
      call={getRefundProposals}
      actions={<ExportButton list="refunds" />}
      columns={columns}
      rowId={({ proposalId }) => String(proposalId)}
      searches={[{ name: 'orderId', label: '订单编号' }]}
      filters={[{ name: 'state', label: '状态', options: Object.entries(refundProposalLabels) }]}
      empty="还没有运营人员发起的退款"
      emptyHint="在订单的详情中发起退款；超出单人额度的在这里等待复核。"
      detailTitle={({ proposalId }) => `退款 #${proposalId}`}
      renderDetail={(proposal) => <ProposalDetail proposal={proposal} />}
    />
  )
}

function ProposalDetail({ proposal }: { readonly proposal: Proposal }) {
  const mayDecide = useRight('orders.refund')
  const { operator } = useSelf()
  const decide = useWrite(decideRefundProposal, { done: '已处理' })
  const { proposalId, orderId, amountCents, state } = proposal
  const isOwn = proposal.proposedBy === operator.name
  const amount = money(amountCents)
  const choose = async (isApproved: boolean): Promise<void> => {
    const isSure = await confirm({
      title: isApproved ? `批准退还 ${amount}？` : isOwn ? '撤回这笔退款？' : '驳回这笔退款？',
      text: isApproved
        ? `订单 #${orderId} 的款项立即原路退回，不能撤回；设备保留，剩余价值相应减少。`
        : '这笔款项不退，可以重新发起。',
      confirm: isApproved ? '批准退款' : isOwn ? '撤回' : '驳回',
      isDestructive: isApproved,
    })
    if (isSure) decide.mutate({ proposalId, isApproved })
  }
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <ProposalState key="state" of={state} />],
          ['订单', `#${orderId}`],
          ['金额', amount],
          ['原因', refundReasonLabels[proposal.reason]],
          ['发起', `${proposal.proposedBy} ${time(proposal.proposedAt)}`],
          ['复核', proposal.decidedBy === null ? null : `${proposal.decidedBy} ${time(proposal.decidedAt)}`],
        ]}
      />
      {state === 'waiting' && mayDecide && (
        <>
          {isOwn && <p className={styles.note}>自己发起的退款须由另一位运营人员批准。</p>}
          <div className={styles.buttons}>
            {!isOwn && (
              <Button tone="primary" isBusy={decide.isPending} onClick={() => void choose(true)}>
                批准
              </Button>
            )}
            <Button tone="danger" isBusy={decide.isPending} onClick={() => void choose(false)}>
              {isOwn ? '撤回' : '驳回'}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** Button and dialog of an order's detail; while a refund waits for a second operator, the way to it. */
export function RefundOrder({ orderId }: { readonly orderId: number }) {
  const mayRefund = useRight('orders.refund')
  const [isOpen, setOpen] = useState(false)
  const { data } = useCall(getRefundProposals, { orderId: String(orderId), state: 'waiting' })
  const [waiting] = data?.records ?? []
  if (waiting)
    return (
      <p className={styles.waiting}>
        一笔 {money(waiting.amountCents)} 的退款等待另一位运营人员复核。
        <Link to="/refunds" search={{ open: String(waiting.proposalId) } as never}>
          查看
        </Link>
      </p>
    )
  if (!mayRefund) return null
  return (
    <div className={styles.buttons}>
      <Button tone="danger" onClick={() => setOpen(true)}>
        退款…
      </Button>
      <Dialog
        title={`退还订单 #${orderId} 的款项`}
        description="款项原路退回，设备保留、剩余价值相应减少；超出单人额度时由另一位运营人员复核。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <RefundTerms orderId={orderId} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

interface RefundProps {
  readonly orderId: number
  readonly onDone: () => void
}

type RefundTermsRead = CallData<typeof getRefundTerms>

function RefundTerms({ orderId, onDone }: RefundProps) {
  const terms = useCall(getRefundTerms, { orderId: String(orderId) })
  const propose = useWrite(proposeRefund, {
    isQuiet: true,
    onDone: ({ state }) => {
      showToast(state === 'waiting' ? '已发起，等待另一位运营人员复核' : '已开始退款')
      onDone()
    },
  })
  // After a failure without an answer, the refund may have been given.
  const send = (input: CallInput<typeof proposeRefund>): void =>
    propose.mutate(input, { onError: () => void terms.refetch() })
  const failure = propose.error ? messageOf(propose.error) : undefined
  return (
    <Async of={terms}>
      {(read) =>
        read.refusal ? (
          <p className={styles.waiting}>{read.refusal}</p>
        ) : (
          // Another amount begins the form anew: the operator has to see it before it is sent as seen.
          <RefundForm
            key={read.refundableCents}
            terms={read}
            onSend={send}
            isBusy={propose.isPending}
            failure={failure}
          />
        )
      }
    </Async>
  )
}

interface RefundFormProps {
  readonly terms: RefundTermsRead
  readonly onSend: (input: CallInput<typeof proposeRefund>) => void
  readonly isBusy: boolean
  readonly failure: string | undefined
}

interface RefundValues {
  readonly orderId: number
  readonly seenRefundableCents: number
  readonly amountCents?: number
  readonly reason?: RefundReason
}

function RefundForm({ terms, onSend, isBusy, failure }: RefundFormProps) {
  const { orderId, refundableCents, aloneCents } = terms
  const seen = { orderId, seenRefundableCents: refundableCents }
  const form = useContractForm<RefundValues>(proposeRefund.input, seen)
  const send = async ({ amountCents = 0, reason }: RefundValues): Promise<void> => {
    if (!reason) return
    if (amountCents > refundableCents)
      return form.setError('amountCents', { message: `最多可退 ${money(refundableCents)}` })
    const isSure = await confirm({
      title: `退还 ${money(amountCents)}？`,
      text: amountCents > aloneCents ? '超出你的单人额度：先等待另一位运营人员复核。' : '款项立即原路退回，不能撤回。',
      confirm: amountCents > aloneCents ? '发起退款' : '立即退款',
      isDestructive: true,
    })
    if (isSure) onSend({ ...seen, amountCents, reason })
  }
  return (
    <Form form={form} failure={failure} onSubmit={(values) => void send(values)}>
      <TextField
        name="amountCents"
        label="金额（元）"
        hint={`还可退 ${money(refundableCents)}，单独可退 ${money(aloneCents)}`}
        inputMode="decimal"
        codec={centsCodec}
      />
      <SelectField
        name="reason"
        label="原因"
        options={refundReasons.map((reason) => [reason, refundReasonLabels[reason]] as const)}
      />
      <Submit isBusy={isBusy} isWide>
        退款
      </Submit>
    </Form>
  )
}

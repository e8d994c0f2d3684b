import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { decideRefundProposal, getRefundProposals, proposeRefund } from '@yunji/contract/operator/refund-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import { pageOf } from '../../../platform/paging.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { splitAmount, transfer } from '../ledger/index.ts'
import { type LockedOrder, lockOrder, type OrderRow, settleRefundedOrder } from '../orders/index.ts'
import type { ProviderRefundDeps } from './deps.ts'
import {
  findOrder,
  findProposal,
  hasRunningChange,
  hasWaitingProposal,
  insertProposal,
  isErased,
  listProposals,
  listRefundShares,
  lockProposer,
  markProposalDecided,
  type ProposalRow,
  setShareCents,
  sumOrderRefunds,
  sumRefundedAlone,
} from './proposal-store.ts'
import { refundPart } from './refund-order.ts'

export interface OperatorRefundDeps extends ProviderRefundDeps {
  /** One operator refunds this much in 24 hours alone; beyond it a second one decides. */
  readonly fourEyesCents: number
}

/** Orders whose money stands in the value of devices. */
const DEVICE_KINDS: ReadonlySet<OrderKind> = new Set([
  'buy',
  'renew',
  'seckill',
  'bigUser',
  'toMonthly',
  'change',
  'video',
])

export const ERASED_WALLET = '客户已注销，余额和云豆不能再退回'
const WAITING = '该订单已有一笔退款待复核'
const RUNNING_CHANGE = '订单的设备正在变更配置，请等变更结束后再退款'

/** Refundable amount, and the reason where nothing can be refunded; empty otherwise. */
const findTerms = async (db: Db | Tx, order: OrderRow, isOwnerErased: boolean) => {
  const left = order.payableCents - (await sumOrderRefunds(db, order.id))
  if (!DEVICE_KINDS.has(order.kind)) return { cents: left, refusal: refusalOf(order, left, isOwnerErased) }
  const shares = await listRefundShares(db, order.id)
  const cents = Math.min(
    left,
    shares.reduce((sum, { paidCents }) => sum + paidCents, 0),
  )
  const refusal = refusalOf(order, cents, isOwnerErased)
  // A change takes over the value that its device had when it began.
  const isChanging = refusal === '' && (await hasRunningChange(db, shares))
  return { cents, refusal: isChanging ? RUNNING_CHANGE : refusal }
}

const refusalOf = ({ state, kind, payMethod }: OrderRow, refundableCents: number, isOwnerErased: boolean): string => {
  const isOfWallet = payMethod === PayMethod.beans || payMethod === PayMethod.balance
  if (isOwnerErased && isOfWallet) return ERASED_WALLET
  if (state !== 'fulfilled') return '只有已完成的订单可以退款，未完成的由系统处理'
  if (kind === 'codes') return '激活码订单不能退款：激活码可能已转给他人'
  return refundableCents > 0 ? '' : '该订单没有可退的款项'
}

/** Zero for the configured token, which stands for no person. */
const findAloneCents = async (
  db: Db | Tx,
  { fourEyesCents, clock }: OperatorRefundDeps,
  { operatorId, name }: Operator,
): Promise<number> => {
  if (operatorId === null) return 0
  return Math.max(0, fourEyesCents - (await sumRefundedAlone(db, name, later(clock.now(), -DAY_MS))))
}

export const getRefundTerms = (deps: OperatorRefundDeps) => async (operator: Operator, orderId: number) => {
  const { db } = deps.database
  const order = await findOrder(db, orderId)
  if (!order) throw new AppError('NOT_FOUND')
  const terms = await findTerms(db, order, await isErased(db, order.userId))
  const refusal = terms.refusal || ((await hasWaitingProposal(db, orderId)) ? WAITING : '')
  const aloneCents = await findAloneCents(db, deps, operator)
  return { orderId, kind: order.kind, refundableCents: refusal ? 0 : terms.cents, aloneCents, refusal }
}

/** Refunds at once what one operator may refund alone, and leaves the rest to a second one. */
export const proposeOperatorRefund =
  (deps: OperatorRefundDeps) =>
  (
    operator: Operator,
    { orderId, amountCents, reason, seenRefundableCents }: CallArguments<typeof proposeRefund>,
  ): Promise<CallData<typeof proposeRefund>> =>
    deps.database.db.transaction(async (tx) => {
      const now = deps.clock.now()
      const { operatorId, name } = operator
      await lockProposer(tx, name)
      const { order, refundableCents } = await lockRefundable(tx, orderId)
      if (await hasWaitingProposal(tx, orderId)) throw new AppError('SHOW_ERROR_TIP', { text: WAITING })
      // A repeated request, whose first answer was lost, saw the amount from before that one.
      if (seenRefundableCents !== refundableCents) {
        const text = '可退的金额刚刚变化，请核对这笔订单的退款后再发起'
        throw new AppError('PRICE_INCONSISTENT', { text, data: { refundableCents } })
      }
      assertEnough(amountCents, refundableCents)
      const isAlone = amountCents <= (await findAloneCents(tx, deps, operator))
      const decided = { deciderId: operatorId, deciderName: name, decidedAt: now }
      const state = isAlone ? 'done' : 'waiting'
      const proposed = { proposerId: operatorId, proposerName: name, proposedAt: now }
      const row = { orderId, amountCents, reason, state, ...proposed, ...(isAlone && decided) } as const
      const proposal = await insertProposal(tx, row)
      if (isAlone) await giveRefund(tx, deps, order, proposal)
      return { proposalId: proposal.id, state }
    })

/** Approves or rejects; the proposer may only take it back. */
export const decideOperatorRefund =
  (deps: OperatorRefundDeps) =>
  (
    { operatorId, name }: Operator,
    { proposalId, isApproved }: CallArguments<typeof decideRefundProposal>,
  ): Promise<null> =>
    deps.database.db.transaction(async (tx) => {
      const found = await findProposal(tx, proposalId)
      if (!found) throw new AppError('NOT_FOUND')
      if (isApproved && (operatorId === null || operatorId === found.proposerId))
        throw new AppError('SHOW_ERROR_TIP', { text: '退款须由发起人以外的运营人员批准' })
      // The order is locked before its proposal, as when it is proposed.
      const locked = isApproved ? await lockRefundable(tx, found.orderId) : null
      if (locked) assertEnough(found.amountCents, locked.refundableCents)
      const state = isApproved ? 'done' : 'rejected'
      const decision = { state, deciderId: operatorId, deciderName: name, decidedAt: deps.clock.now() } as const
      if (!(await markProposalDecided(tx, proposalId, decision)))
        throw new AppError('SHOW_ERROR_TIP', { text: '该退款已处理' })
      if (locked) await giveRefund(tx, deps, locked.order, found)
      return null
    })

const assertEnough = (amountCents: number, refundableCents: number): void => {
  if (amountCents > refundableCents)
    throw new AppError('SHOW_ERROR_TIP', { text: '超出该订单可退的金额', data: { refundableCents } })
}

const lockRefundable = async (
  tx: Tx,
  orderId: number,
): Promise<{ readonly order: LockedOrder; readonly refundableCents: number }> => {
  const found = await findOrder(tx, orderId)
  if (!found) throw new AppError('NOT_FOUND')
  // Account, order, devices: the order in which an erasure locks them.
  const isOwnerErased = await isErased(tx, found.userId)
  const order = await lockOrder(tx, orderId)
  const devices = (await listRefundShares(tx, orderId)).map(({ deviceId }) => deviceId)
  if (devices.length > 0) await lockDevices(tx, devices)
  const { cents: refundableCents, refusal } = await findTerms(tx, order, isOwnerErased)
  if (refusal) throw new AppError('SHOW_ERROR_TIP', { text: refusal })
  return { order, refundableCents }
}

/** The goods stay: what the order's devices are worth falls by the amount, and recharged money is taken back. */
const giveRefund = async (
  tx: Tx,
  deps: OperatorRefundDeps,
  order: LockedOrder,
  { id: proposalId, amountCents }: ProposalRow,
): Promise<void> => {
  const now = deps.clock.now()
  const key = `order:${order.id}:proposal:${proposalId}`
  if (DEVICE_KINDS.has(order.kind)) await reduceShares(tx, order.id, amountCents)
  if (order.kind === 'beans' || order.kind === 'balance') await takeRechargeBack(tx, order, amountCents, key, now)
  await refundPart(tx, deps, order, { key, amountCents }, now)
  await settleRefundedOrder(tx, deps, order, now)
}

const reduceShares = async (tx: Tx, orderId: number, amountCents: number): Promise<void> => {
  const shares = await listRefundShares(tx, orderId)
  const cents = shares.map(({ paidCents }) => paidCents)
  const left = cents.reduce((sum, each) => sum + each, 0) - amountCents
  const reduced = splitAmount(left, cents)
  for (const [index, share] of shares.entries()) await setShareCents(tx, orderId, share, reduced[index] ?? 0)
}

/** With its part of the bonus, rounded up; refused where the wallet holds less. */
const takeRechargeBack = async (
  tx: Tx,
  { id: orderId, userId, kind, payableCents, couponCents, purchase }: LockedOrder,
  amountCents: number,
  key: string,
  now: Date,
): Promise<void> => {
  const from = { userId, kind: kind === 'beans' ? 'beans' : 'balance' } as const
  const giftCents = couponCents + (purchase.bonusCents ?? 0)
  const parts = [
    { key: `${key}:taken`, to: { kind: 'revenue' }, amountCents },
    {
      key: `${key}:gift`,
      to: { kind: 'promotion' },
      amountCents: kind === 'beans' ? Math.ceil((giftCents * amountCents) / payableCents) : 0,
    },
  ] as const
  for (const part of parts)
    if (part.amountCents > 0) await transfer(tx, { ...part, reason: 'adjustment', from, orderId }, now)
}

export const listOperatorRefunds =
  ({ database: { db } }: OperatorRefundDeps) =>
  async (input: CallArguments<typeof getRefundProposals>) => {
    const [found, total] = await listProposals(db, input)
    const records = found.map(({ id, proposerName, proposedAt, deciderName, decidedAt, ...row }) => ({
      proposalId: id,
      orderId: row.orderId,
      amountCents: row.amountCents,
      reason: row.reason,
      state: row.state,
      proposedBy: proposerName,
      proposedAt: proposedAt.getTime(),
      decidedBy: deciderName,
      decidedAt: decidedAt?.getTime() ?? null,
    }))
    return pageOf(records, input.page, input.rows, total)
  }

import type { getWaiting } from '@yunji/contract/operator/overview-calls'
import type { CallData } from '@yunji/contract/wire/call'

export type Waiting = CallData<typeof getWaiting>['waiting'][number]

interface Place {
  readonly title: string
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  /** Counted within another kind. */
  readonly isPart?: true
}

/** Pages where each kind of work is done. */
export const waitingPlaces: Readonly<Record<Waiting['kind'], Place>> = {
  verifications: { title: '认证待审核', to: '/verifications' },
  tickets: { title: '工单待回复', to: '/tickets', search: { state: 'open' } },
  overdueTickets: { title: '工单已超时', to: '/tickets', search: { overdue: '1' }, isPart: true },
  failedRefunds: { title: '退款异常', to: '/failed-refunds' },
  invoices: { title: '发票待处理', to: '/invoices' },
  refusingPhones: { title: '云手机拒绝 ADB', to: '/zones', isPart: true },
  faultyDevices: { title: '设备故障', to: '/devices', search: { state: 'faulty' } },
  unfulfilledOrders: { title: '已付款未完成', to: '/payments' },
  refusedNotices: { title: '未入账的通知', to: '/payments', search: { outcome: 'open' } },
  refundProposals: { title: '退款待复核', to: '/refunds', search: { state: 'waiting' } },
  billDifferences: { title: '账单差异', to: '/bills' },
  missingBills: { title: '缺少的账单', to: '/bills' },
  unerasedPhones: { title: '云手机清除不了', to: '/phones', search: { state: 'unerased' } },
  awayPhones: { title: '云手机连接不上', to: '/phones', search: { state: 'unreachable' } },
  openBreakers: { title: '机房故障待处理', to: '/zones' },
  deadJobs: { title: '已放弃的后台任务', to: '/dead-jobs' },
}

/** Pieces of work, each counted once. */
export const waitingTotal = (waiting: readonly Waiting[]): number =>
  waiting.reduce((sum, { kind, count }) => (waitingPlaces[kind].isPart ? sum : sum + count), 0)

import { Link } from '@tanstack/react-router'
import { payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import { formatCount } from '@yunji/contract/display/text'
import { getOverview } from '@yunji/contract/operator/overview-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { lazy, type ReactNode, Suspense } from 'react'
import { useCall } from '../api/query.ts'
import { useSearchState } from '../ui/list/search-state.ts'
import { money } from '../ui/money.ts'
import { Card, Empty, LoadingFailed, Skeleton } from '../ui/states.tsx'
import { fleetCells, fleetGroups } from './fleet.ts'
import { OrderStatusBadge, time } from './labels.tsx'
import styles from './overview.module.css'

const RevenueChart = lazy(() => import('./revenue-chart.tsx'))

type Overview = CallData<typeof getOverview>
type Days = '1' | '7' | '30'

const REFETCH_MS = 60_000
const periods: readonly (readonly [Days, string])[] = [
  ['1', '今天'],
  ['7', '7 天'],
  ['30', '30 天'],
]

export default function OverviewPage() {
  const { state, change } = useSearchState()
  const days: Days = state.days === '1' || state.days === '30' ? state.days : '7'
  const overview = useCall(getOverview, { days }, { keepsLast: true, refetchMs: REFETCH_MS })
  const { data } = overview
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <span className={styles.note}>
          {data ? `${time(data.at)} 更新` : ''}
          {overview.error && data ? '，刷新失败' : ''}
        </span>
        <div className={styles.periods} role="group" aria-label="时段">
          {periods.map(([value, label]) => (
            <button key={value} type="button" aria-pressed={value === days} onClick={() => change({ days: value })}>
              {label}
            </button>
          ))}
        </div>
      </div>
      {data ? (
        <Figures of={data} days={days} />
      ) : overview.error ? (
        <LoadingFailed of={overview} />
      ) : (
        <Skeleton rows={10} />
      )}
    </div>
  )
}

const percent = (part: number, whole: number): string => (whole === 0 ? '--' : `${((part / whole) * 100).toFixed(1)}%`)

function Figures({ of, days }: { readonly of: Overview; readonly days: Days }) {
  const { devices, money: revenue, orders, stock, waiting } = of
  return (
    <>
      <div className={styles.figures}>
        {devices && (
          <Figure
            title="在线设备"
            value={formatCount(devices.online)}
            note={`在线率 ${percent(devices.online, devices.expected)}`}
          />
        )}
        {revenue && (
          <Figure
            title={days === '1' ? '今天的收入' : `近 ${days} 天收入`}
            value={money(revenue.paidCents)}
            side={<Change now={revenue.paidCents} before={revenue.previousPaidCents} />}
            note={`退款 ${money(revenue.refundedCents)}`}
          />
        )}
        {orders && (
          <Figure
            title="今日订单"
            value={formatCount(orders.createdToday)}
            note={`已支付 ${formatCount(orders.paidToday)}，${percent(orders.paidToday, orders.createdToday)}`}
          />
        )}
        {devices && (
          <Figure
            title="24 小时内到期"
            value={formatCount(devices.expiring)}
            note={`已设自动续费 ${formatCount(devices.expiringWithPlan)}`}
          />
        )}
      </div>
      <Waiting of={waiting} />
      <div className={styles.row}>
        {revenue && (
          <Card title="收入趋势">
            {revenue.days.length > 1 ? (
              <Suspense fallback={<Skeleton rows={8} />}>
                <RevenueChart days={revenue.days} />
              </Suspense>
            ) : (
              <Empty title="选择 7 天或 30 天查看趋势" icon="chart" />
            )}
          </Card>
        )}
        {devices && <Fleet of={devices} />}
      </div>
      <div className={styles.row}>
        {orders && <LatestOrders of={orders.latest} />}
        {stock && <Stock of={stock} />}
      </div>
    </>
  )
}

interface FigureProps {
  readonly title: string
  readonly value: string
  readonly note: string
  readonly side?: ReactNode
}

function Figure({ title, value, note, side }: FigureProps) {
  return (
    <section className={styles.figure}>
      <h2>{title}</h2>
      <div>
        <strong>{value}</strong>
        {side}
      </div>
      <p>{note}</p>
    </section>
  )
}

function Change({ now, before }: { readonly now: number; readonly before: number }) {
  if (before === 0) return null
  const share = ((now - before) / before) * 100
  return (
    <span className={styles.change}>
      环比{' '}
      <b className={share < 0 ? styles.down : styles.up}>
        {share >= 0 ? '+' : ''}
        {share.toFixed(1)}%
      </b>
    </span>
  )
}

type Kind = Overview['waiting'][number]['kind']

/** Where each kind of work is done. */
const places: Readonly<Record<Kind, { title: string; to: string; search?: Readonly<Record<string, string>> }>> = {
  verifications: { title: '认证待审核', to: '/verifications' },
  tickets: { title: '工单待回复', to: '/tickets', search: { state: 'open' } },
  overdueTickets: { title: '工单已超时', to: '/tickets', search: { overdue: '1' } },
  failedRefunds: { title: '退款异常', to: '/failed-refunds' },
  invoices: { title: '发票待处理', to: '/invoices' },
  refusingPhones: { title: '云手机拒绝 ADB', to: '/zones' },
  faultyDevices: { title: '设备故障', to: '/devices', search: { state: 'faulty' } },
  unfulfilledOrders: { title: '已付款未完成', to: '/payments' },
  refusedNotices: { title: '未入账的通知', to: '/payments', search: { outcome: 'refused' } },
  refundProposals: { title: '退款待复核', to: '/refunds', search: { state: 'waiting' } },
  billDifferences: { title: '账单差异', to: '/bills' },
  missingBills: { title: '缺少的账单', to: '/bills' },
  unerasedPhones: { title: '云手机清除不了', to: '/phones', search: { state: 'unerased' } },
  awayPhones: { title: '云手机连接不上', to: '/phones', search: { state: 'unreachable' } },
  openBreakers: { title: '机房故障待处理', to: '/zones' },
  deadJobs: { title: '已放弃的后台任务', to: '/setup' },
}

function Waiting({ of }: { readonly of: Overview['waiting'] }) {
  const due = of.filter(({ count }) => count > 0)
  return (
    <nav className={styles.waiting} aria-label="待处理">
      <h2>待处理</h2>
      {due.length === 0 && <p>没有等待处理的事项</p>}
      {due.map(({ kind, count }) => {
        const { title, to, search } = places[kind]
        return (
          <Link key={kind} to={to} search={(search ?? {}) as never}>
            {title}
            <b>{formatCount(count)}</b>
          </Link>
        )
      })}
    </nav>
  )
}

function Fleet({ of }: { readonly of: NonNullable<Overview['devices']> }) {
  const groups = fleetGroups(of.byState)
  const total = groups.reduce((sum, { devices }) => sum + devices, 0)
  const { cells, devicesPerCell } = fleetCells(groups)
  return (
    <Card
      title="设备健康"
      note={total > 0 && <span className={styles.note}>1 格 ≈ {formatCount(devicesPerCell)} 台</span>}
    >
      {total === 0 ? (
        <Empty title="还没有设备" icon="phone" />
      ) : (
        <>
          <div className={styles.fleet} aria-hidden="true">
            {cells.map((tone, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a cell is nothing but its place
              <i key={index} className={styles[tone]} />
            ))}
          </div>
          <ul className={styles.legend}>
            {groups.map(({ title, tone, devices }) => (
              <li key={title}>
                <i className={styles[tone]} />
                <span>{title}</span>
                <b>{formatCount(devices)}</b>
                <small>{percent(devices, total)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function LatestOrders({ of }: { readonly of: NonNullable<Overview['orders']>['latest'] }) {
  return (
    <Card title="最新订单" note={<Link to="/orders">全部订单</Link>}>
      {of.length === 0 ? (
        <Empty title="还没有订单" icon="order" />
      ) : (
        <table className={styles.orders}>
          <thead>
            <tr>
              <th scope="col">订单号</th>
              <th scope="col">用户</th>
              <th scope="col">商品</th>
              <th scope="col">方式</th>
              <th scope="col">金额</th>
              <th scope="col">状态</th>
            </tr>
          </thead>
          <tbody>
            {of.map(({ orderId, userId, maskedPhone, title, payMethod, payableCents, orderStatus }) => (
              <tr key={orderId}>
                <td>
                  <Link to="/orders" search={{ open: String(orderId) } as never}>
                    #{orderId}
                  </Link>
                </td>
                <td>{maskedPhone || `#${userId}`}</td>
                <td>{title}</td>
                <td>{payMethod === null ? '--' : payMethodLabels[payMethod]}</td>
                <td>{money(payableCents)}</td>
                <td>
                  <OrderStatusBadge of={orderStatus} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

const TIGHT_SHARE = 0.1
const SHORT_SHARE = 0.02

function Stock({ of }: { readonly of: NonNullable<Overview['stock']> }) {
  return (
    <Card title="各区域库存">
      {of.length === 0 ? (
        <Empty title="还没有机房" icon="server" />
      ) : (
        <ul className={styles.stock}>
          {of.map(({ zoneId, zoneName, capacity, reserved, rented }) => {
            const used = reserved + rented
            const free = Math.max(capacity - used, 0)
            const share = capacity === 0 ? 0 : free / capacity
            const [tone, word] =
              share <= SHORT_SHARE ? ['dead', '不足'] : share <= TIGHT_SHARE ? ['soon', '紧张'] : ['brand', '充足']
            return (
              <li key={zoneId}>
                <span>{zoneName}</span>
                <i className={styles.bar}>
                  <i
                    className={styles[tone ?? '']}
                    style={{ width: `${capacity === 0 ? 0 : Math.min((used / capacity) * 100, 100)}%` }}
                  />
                </i>
                <small>余 {formatCount(free)}</small>
                <b className={styles[`${tone}Ink`]}>{word}</b>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

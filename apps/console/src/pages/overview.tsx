import { Link } from '@tanstack/react-router'
import { InventoryStatus, inventoryStatusLabels } from '@yunji/contract/commerce/commodity/enums'
import { inventoryStatusOf } from '@yunji/contract/commerce/commodity/terms'
import { payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import { formatCount } from '@yunji/contract/display/text'
import { getOverview } from '@yunji/contract/operator/overview-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { lazy, type ReactNode, Suspense } from 'react'
import { useCall } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { waitingPlaces } from '../shell/waiting.ts'
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

const wholeYuan = (cents: number): string => `¥${formatCount(Math.round(cents / 100))}`

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
            side={<Difference now={devices.online} before={devices.yesterday?.online} />}
            note={`在线率 ${percent(devices.online, devices.expected)}`}
          />
        )}
        {revenue && (
          <Figure
            title={days === '1' ? '今天的收入' : `近 ${days} 天收入`}
            value={wholeYuan(revenue.paidCents)}
            side={<Change title="环比" now={revenue.paidCents} before={revenue.previousPaidCents} />}
            note={[
              ...(days === '1' ? [] : [`日均 ${wholeYuan(revenue.paidCents / Number(days))}`]),
              `退款 ${wholeYuan(revenue.refundedCents)}`,
            ].join('，')}
          />
        )}
        {orders && (
          <Figure
            title="今日订单"
            value={formatCount(orders.createdToday)}
            side={
              <Change title="较昨日" hint="昨日同一时刻" now={orders.createdToday} before={orders.createdYesterday} />
            }
            note={`已支付 ${formatCount(orders.paidToday)}，支付转化 ${percent(orders.paidToday, orders.createdToday)}`}
          />
        )}
        {devices && (
          <Figure
            title="24 小时内到期"
            value={formatCount(devices.expiring)}
            side={<Difference now={devices.expiring} before={devices.yesterday?.expiring} isNeutral />}
            note={`已设自动续费 ${formatCount(devices.expiringWithPlan)}，${percent(devices.expiringWithPlan, devices.expiring)}`}
          />
        )}
      </div>
      <Waiting of={waiting} />
      <div className={styles.row}>
        {revenue && (
          <Card title="收入趋势">
            {revenue.days.length > 1 ? (
              <Suspense fallback={<Skeleton rows={8} />}>
                <RevenueChart days={revenue.days} previousDays={revenue.previousDays} />
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

interface ChangeProps {
  readonly title: string
  readonly hint?: string
  readonly now: number
  readonly before: number
}

function Change({ title, hint, now, before }: ChangeProps) {
  if (before === 0) return null
  const share = ((now - before) / before) * 100
  return (
    <span className={styles.change} title={hint}>
      {title}{' '}
      <b className={share < 0 ? styles.down : styles.up}>
        {share >= 0 ? '+' : ''}
        {share.toFixed(1)}%
      </b>
    </span>
  )
}

interface DifferenceProps {
  readonly now: number
  readonly before: number | undefined
  /** More is neither good nor bad. */
  readonly isNeutral?: boolean
}

/** Difference to the same time yesterday; nothing where it was not counted. */
function Difference({ now, before, isNeutral = false }: DifferenceProps) {
  if (before === undefined) return null
  const more = now - before
  return (
    <span className={styles.change} title="昨日同一时刻">
      较昨日{' '}
      <b className={isNeutral ? undefined : more < 0 ? styles.down : styles.up}>
        {more < 0 ? '-' : '+'}
        {formatCount(Math.abs(more))}
      </b>
    </span>
  )
}

function Waiting({ of }: { readonly of: Overview['waiting'] }) {
  const due = of.filter(({ count }) => count > 0)
  return (
    <nav className={styles.waiting} aria-label="待处理">
      <h2>待处理</h2>
      {due.length === 0 && <p>没有等待处理的事项</p>}
      {due.map(({ kind, count }) => {
        const { title, to, search } = waitingPlaces[kind]
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
  const groups = fleetGroups(of)
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

const stockTones: Readonly<Record<InventoryStatus, 'brand' | 'soon' | 'dead'>> = {
  [InventoryStatus.adequate]: 'brand',
  [InventoryStatus.normal]: 'brand',
  [InventoryStatus.nervous]: 'soon',
  [InventoryStatus.insufficient]: 'dead',
}

function Stock({ of }: { readonly of: NonNullable<Overview['stock']> }) {
  const mayStock = useRight('stock.write')
  return (
    <Card title="各区域库存" note={<Link to="/stock">{mayStock ? '补货' : '全部库存'}</Link>}>
      {of.length === 0 ? (
        <Empty title="还没有机房" icon="server" />
      ) : (
        <ul className={styles.stock}>
          {of.map(({ zoneId, zoneName, isOpen, capacity, reserved, rented }) => {
            const used = reserved + rented
            const free = Math.max(capacity - used, 0)
            const status = inventoryStatusOf(free, capacity)
            const tone = isOpen ? stockTones[status] : 'off'
            return (
              <li key={zoneId}>
                <span>{zoneName}</span>
                <i className={styles.bar}>
                  <i
                    className={styles[tone]}
                    style={{ width: `${capacity === 0 ? 0 : Math.min((used / capacity) * 100, 100)}%` }}
                  />
                </i>
                <small>余 {formatCount(free)}</small>
                <b className={styles[`${tone}Ink`]}>{isOpen ? inventoryStatusLabels[status] : '停售'}</b>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

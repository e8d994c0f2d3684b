import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { money } from '../ui/money.ts'
import 'uplot/dist/uPlot.min.css'
import { useIsDark } from '../shell/theme.ts'
import styles from './overview.module.css'

interface Day {
  readonly day: string
  readonly paidCents: number
  readonly refundedCents: number
}

const HEIGHT_PX = 264
const YUAN = 100
/** Without any money the axis still has whole numbers. */
const LEAST_YUAN = 100
const TEN_THOUSAND = 10_000

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const axisText = (yuan: number): string => (yuan >= TEN_THOUSAND ? `${yuan / TEN_THOUSAND} 万` : String(yuan))

interface ChartProps {
  readonly days: readonly Day[]
  /** As many days before them. */
  readonly previousDays: readonly Day[]
}

/** Drawn anew in another theme: a canvas takes its colours once. */
export default function RevenueChart(props: ChartProps) {
  return <Chart key={String(useIsDark())} {...props} />
}

/** Money paid by day, with the period before. The table beside it says the same to screen readers. */
function Chart({ days, previousDays }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const axis = {
      stroke: colour('--ink-3'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
      font: `12px ${colour('--font')}`,
    }
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: { x: { time: false }, y: { range: (_plot, _low, high) => [0, Math.max(high * 1.1, LEAST_YUAN)] } },
        axes: [
          {
            ...axis,
            grid: { show: false },
            values: (_plot, splits) => splits.map((index) => days[index]?.day.slice(5) ?? ''),
          },
          { ...axis, size: 56, values: (_plot, splits) => splits.map(axisText) },
        ],
        series: [
          {},
          { stroke: colour('--brand'), width: 2.5, fill: colour('--focus-halo'), points: { show: false } },
          { stroke: colour('--ink-4'), width: 1.5, dash: [3, 4], points: { show: false } },
        ],
        hooks: { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] },
      },
      [
        days.map((_, index) => index),
        days.map(({ paidCents }) => paidCents / YUAN),
        days.map((_, index) => (previousDays[index]?.paidCents ?? 0) / YUAN),
      ],
      element,
    )
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    resize.observe(element)
    return () => {
      resize.disconnect()
      plot.destroy()
    }
  }, [days, previousDays])
  const day = at === null ? undefined : days[at]
  const previous = at === null ? undefined : previousDays[at]
  return (
    <>
      <div className={styles.key}>
        <span>
          {day ? `${day.day} 收入 ${money(day.paidCents)}，退款 ${money(day.refundedCents)}` : '按天'}
          {previous && `；上期 ${previous.day.slice(5)} 收入 ${money(previous.paidCents)}`}
        </span>
        <span className={styles.current}>本期</span>
        <span className={styles.previous}>上期</span>
      </div>
      <div ref={box} className={styles.plot} aria-hidden="true" />
      {/* A table grows beyond the size that it is given. */}
      <div className={styles.hidden}>
        <table>
          <caption>每天的收入、退款和上期的收入</caption>
          <tbody>
            {days.map(({ day: name, paidCents, refundedCents }, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{money(paidCents)}</td>
                <td>{money(refundedCents)}</td>
                <td>{money(previousDays[index]?.paidCents ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

import { getZoneHealth } from '@yunji/contract/operator/calls'
import type { CallData } from '@yunji/contract/wire/call'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { State } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Health = CallData<typeof getZoneHealth>
type Zone = Health['records'][number]
type Problem = Health['problems'][number]

const REFETCH_MS = 15_000

const problemNames: Readonly<Record<Problem['problem'], string>> = {
  scrcpyServerMissing: '缺少 scrcpy 服务端，真机没有画面',
  phoneNotErased: '退回的云手机没有清除干净，已移出库存',
  adbRefused: '云手机拒绝 ADB，可能关闭了调试',
}

function ZoneState({ of }: { readonly of: Zone }) {
  if (of.isAway) return <State tone="dead">失联</State>
  if (of.isBreakerOpen) return <State tone="soon">自动更换已暂停</State>
  return of.faulty > 0 ? <State tone="soon">有故障</State> : <State tone="run">正常</State>
}

const number = (id: keyof Zone & string, title: string, of: (zone: Zone) => number): Column<Zone> => ({
  id,
  title,
  align: 'right',
  cell: of,
  sortBy: of,
})

const columns: readonly Column<Zone>[] = [
  { id: 'zoneName', title: '机房', cell: ({ zoneName }) => zoneName, sortBy: ({ zoneName }) => zoneName },
  { id: 'zoneCode', title: '代码', cell: ({ zoneCode }) => zoneCode },
  { id: 'state', title: '状态', cell: (zone) => ZoneState({ of: zone }) },
  number('phones', '云手机', ({ phones }) => phones),
  number('faulty', '故障', ({ faulty }) => faulty),
  number('refusing', '拒绝 ADB', ({ refusing }) => refusing),
  number('replacedLately', '近期更换', ({ replacedLately }) => replacedLately),
  { id: 'seenAt', title: '最近响应', cell: ({ seenAt }) => time(seenAt) },
  { id: 'supplierType', title: '供应商类型', cell: ({ supplierType }) => supplierType, isExtra: true },
]

export default function ZonesPage() {
  return (
    <ListPage
      id="zones"
      call={getZoneHealth}
      actions={<ExportButton list="zones" />}
      columns={columns}
      rowId={({ zoneId }) => String(zoneId)}
      paging="none"
      refetchMs={REFETCH_MS}
      empty="还没有机房"
      renderSummary={({ problems }) =>
        problems.length > 0 && (
          <ul className={styles.problems} aria-label="需要处理的问题">
            {problems.map(({ problem, detail }) => (
              <li key={`${problem} ${detail ?? ''}`}>
                {problemNames[problem]}
                {detail && <code>{detail}</code>}
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}

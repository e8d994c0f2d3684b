import { getAuditLog } from '@yunji/contract/operator/audit-calls'
import { auditSubjectText } from '@yunji/contract/operator/audit-subjects'
import { auditOutcomeLabels, operatorRoleLabels } from '@yunji/contract/operator/labels'
import type { CallData } from '@yunji/contract/wire/call'
import type { AuditOutcome } from '@yunji/contract/wire/operator-roles'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { Facts, State, type Tone } from '../ui/states.tsx'
import { auditedCalls, callName } from './call-names.ts'
import styles from './detail.module.css'
import { differenceOf } from './difference.ts'
import { ExportButton } from './exports.tsx'
import { fieldName, fieldValue } from './field-names.ts'
import { time } from './labels.tsx'
import { useOperatorFilter } from './list-filters.tsx'

type Entry = CallData<typeof getAuditLog>['records'][number]

const outcomeTones: Readonly<Record<AuditOutcome, Tone>> = { done: 'run', failed: 'soon', refused: 'dead' }

const Outcome = ({ of }: { readonly of: AuditOutcome }) => (
  <State tone={outcomeTones[of]}>{auditOutcomeLabels[of]}</State>
)

const columns: readonly Column<Entry>[] = [
  { id: 'at', title: '时间', cell: ({ at }) => time(at), sortBy: ({ at }) => at },
  { id: 'operatorName', title: '人员', cell: (entry) => entry.operatorName, sortBy: (entry) => entry.operatorName },
  { id: 'role', title: '角色', cell: ({ role }) => operatorRoleLabels[role] },
  { id: 'call', title: '操作', cell: ({ call }) => callName(call), sortBy: ({ call }) => call },
  {
    id: 'subject',
    title: '对象',
    cell: ({ subject }) => auditSubjectText(subject) || '--',
    sortBy: ({ subject }) => subject,
  },
  { id: 'outcome', title: '结果', cell: ({ outcome }) => <Outcome of={outcome} /> },
  { id: 'address', title: '地址', cell: ({ address }) => address, isExtra: true },
]

export default function AuditPage() {
  const operatorFilter = useOperatorFilter()
  return (
    <ListPage
      id="audit"
      call={getAuditLog}
      actions={<ExportButton list="audit" />}
      columns={columns}
      rowId={({ auditId }) => String(auditId)}
      searches={[{ name: 'subject', label: '对象，如 工单 12' }]}
      filters={[
        ...operatorFilter,
        { name: 'call', label: '操作', options: auditedCalls },
        { name: 'outcome', label: '结果', options: Object.entries(auditOutcomeLabels) },
      ]}
      days="时间"
      empty="还没有操作记录"
      detailTitle={({ call }) => callName(call)}
      renderDetail={(entry) => <AuditDetail entry={entry} />}
    />
  )
}

function AuditDetail({ entry }: { readonly entry: Entry }) {
  const changes = differenceOf(entry.before, entry.after)
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['时间', time(entry.at)],
          ['人员', `${entry.operatorName}（${operatorRoleLabels[entry.role]}）`],
          ['操作', callName(entry.call)],
          ['对象', auditSubjectText(entry.subject)],
          ['结果', <Outcome key="outcome" of={entry.outcome} />],
          ['地址', entry.address],
        ]}
      />
      <div className={styles.block}>
        <h3>变化</h3>
        {changes.length === 0 ? (
          <p className={styles.note}>没有记录前后的内容。</p>
        ) : (
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">字段</th>
                <th scope="col">之前</th>
                <th scope="col">之后</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, isChanged, ...values }) => {
                const textOf = (side: 'before' | 'after') =>
                  fieldValue(
                    field,
                    values[side],
                    (path) => changes.find((change) => change.field === path)?.[side] ?? null,
                  )
                const [before, after] = [textOf('before'), textOf('after')]
                return (
                  <tr key={field} className={isChanged ? undefined : styles.same}>
                    <th scope="row" title={field}>
                      {fieldName(field)}
                    </th>
                    <td>{isChanged && before !== null ? <del>{before}</del> : (before ?? '--')}</td>
                    <td>{isChanged && after !== null ? <ins>{after}</ins> : (after ?? '--')}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
      </div>
    </div>
  )
}

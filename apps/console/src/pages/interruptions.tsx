import { causeLabels, type Fault, faultLabels, faults } from '@yunji/contract/devices/availability/rules'
import { correctInterruption, getAllInterruptions } from '@yunji/contract/operator/availability-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Form, SelectField, Submit, TextAreaField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Card, Facts, State, Tag } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'
import { useZoneFilter, ZoneName } from './list-filters.tsx'

type Interruption = CallData<typeof getAllInterruptions>['records'][number]

const faultTag = (fault: Fault) => <Tag tone={fault === 'ours' ? 'dead' : 'off'}>{faultLabels[fault]}</Tag>
const minutes = (seconds: number): string => `${Math.ceil(seconds / 60)} 分钟`

const columns: readonly Column<Interruption>[] = [
  { id: 'deviceId', title: '设备', cell: ({ deviceId }) => `#${deviceId}`, sortBy: ({ deviceId }) => deviceId },
  { id: 'cause', title: '原因', cell: ({ cause }) => causeLabels[cause] },
  { id: 'fault', title: '责任', cell: ({ fault }) => faultTag(fault), sortBy: ({ fault }) => fault },
  { id: 'startedAt', title: '开始', cell: (row) => time(row.startedAt), sortBy: (row) => row.startedAt },
  {
    id: 'endedAt',
    title: '结束',
    cell: ({ endedAt }) => (endedAt === null ? <State tone="soon">还在中断</State> : time(endedAt)),
  },
  {
    id: 'creditedSeconds',
    title: '已补偿',
    align: 'right',
    cell: ({ creditedSeconds }) => (creditedSeconds > 0 ? minutes(creditedSeconds) : '--'),
    sortBy: ({ creditedSeconds }) => creditedSeconds,
  },
  { id: 'ownerId', title: '用户', cell: ({ ownerId }) => ownerId && `#${ownerId}` },
  { id: 'zoneId', title: '机房', cell: ({ zoneId }) => <ZoneName of={zoneId} />, isExtra: true },
]

export default function InterruptionsPage() {
  const zoneFilter = useZoneFilter()
  return (
    <ListPage
      id="interruptions"
      call={getAllInterruptions}
      actions={<ExportButton list="interruptions" />}
      columns={columns}
      rowId={({ interruptionId }) => String(interruptionId)}
      searches={[
        { name: 'deviceId', label: '设备编号' },
        { name: 'userId', label: '用户编号' },
      ]}
      filters={[
        zoneFilter,
        { name: 'fault', label: '责任', options: Object.entries(faultLabels) },
        { name: 'state', label: '状态', options: [['open', '还在中断']] },
      ]}
      empty="没有中断记录"
      detailTitle={({ deviceId }) => `设备 #${deviceId} 的中断`}
      renderDetail={(row, close) => <InterruptionDetail key={row.interruptionId} row={row} onDone={close} />}
    />
  )
}

interface DetailProps {
  readonly row: Interruption
  readonly onDone: () => void
}

function InterruptionDetail({ row, onDone }: DetailProps) {
  const mayAct = useRight('devices.act')
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['原因', causeLabels[row.cause]],
          ['责任', faultTag(row.fault)],
          ['开始', time(row.startedAt)],
          ['结束', row.endedAt === null ? '还在中断' : time(row.endedAt)],
          ['已补偿', minutes(row.creditedSeconds)],
          ['结算时间', time(row.settledAt)],
          ['用户', row.ownerId && `#${row.ownerId}`],
          ['更正说明', row.correction],
        ]}
      />
      {mayAct && (
        <Card title="更正责任">
          <CorrectForm row={row} onDone={onDone} />
        </Card>
      )}
    </div>
  )
}

interface Correction {
  interruptionId: number
  fault: Fault
  reason: string
}

function CorrectForm({ row, onDone }: DetailProps) {
  const { interruptionId, fault } = row
  const form = useContractForm<Correction>(correctInterruption.input, {
    interruptionId,
    fault,
    reason: '',
  })
  const correct = useWrite(correctInterruption, { done: '责任已更正', isQuiet: true, onDone })
  const submit = async (values: Correction): Promise<void> => {
    const isSure =
      values.fault !== 'ours' ||
      (await confirm({
        title: `把责任改为「${faultLabels.ours}」？`,
        text: '用户会得到补偿，补偿的时间不能收回；说明会显示给用户。',
        confirm: '更正并补偿',
        isDestructive: true,
      }))
    if (isSure) correct.mutate(values)
  }
  return (
    <Form form={form} write={correct} onSubmit={(values) => void submit(values)}>
      <SelectField name="fault" label="责任" options={faults.map((name) => [name, faultLabels[name]] as const)} />
      <TextAreaField
        name="reason"
        label="说明"
        hint="用户会看到。改为平台原因的会补偿，已补偿的时间不收回。"
        rows={3}
        maxLength={200}
      />
      <Submit isBusy={correct.isPending}>更正</Submit>
    </Form>
  )
}

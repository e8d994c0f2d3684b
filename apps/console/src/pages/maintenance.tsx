import { getMaintenances, planMaintenance } from '@yunji/contract/operator/availability-calls'
import { getStockPlaces } from '@yunji/contract/operator/phone-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useCall, useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { instantCodec } from '../ui/codecs.ts'
import { Form, SelectField, Submit, TextAreaField, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { State } from '../ui/states.tsx'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Maintenance = CallData<typeof getMaintenances>['records'][number]

const stateOf = (of: Maintenance) => {
  const now = Date.now()
  if (now < of.startsAt) return <State tone="brand">未开始</State>
  return now < of.endsAt ? <State tone="soon">进行中</State> : <State tone="off">已结束</State>
}

const columns: readonly Column<Maintenance>[] = [
  { id: 'zoneName', title: '机房', cell: ({ zoneName }) => zoneName, sortBy: ({ zoneName }) => zoneName },
  { id: 'state', title: '状态', cell: stateOf },
  { id: 'startsAt', title: '开始', cell: (row) => time(row.startsAt), sortBy: (row) => row.startsAt },
  { id: 'endsAt', title: '结束', cell: (row) => time(row.endsAt), sortBy: (row) => row.endsAt },
  { id: 'reason', title: '说明', cell: ({ reason }) => reason },
]

export default function MaintenancePage() {
  const mayPlan = useRight('devices.act')
  const [isPlanning, setPlanning] = useCreating('devices.act')
  return (
    <>
      <ListPage
        id="maintenance"
        call={getMaintenances}
        columns={columns}
        rowId={({ maintenanceId }) => String(maintenanceId)}
        empty="没有计划维护"
        emptyHint="在开始之前登记的维护不算平台中断。"
        actions={
          <>
            <ExportButton list="maintenances" />
            {mayPlan && (
              <Button tone="primary" icon="plus" onClick={() => setPlanning(true)}>
                登记维护
              </Button>
            )}
          </>
        }
      />
      <Dialog
        title="登记计划维护"
        description="须在开始前登记，最长 24 小时；登记后不能删除，期间的中断不补偿。"
        isOpen={isPlanning}
        onClose={() => setPlanning(false)}
      >
        <PlanForm onDone={() => setPlanning(false)} />
      </Dialog>
    </>
  )
}

interface Plan {
  zoneId: number
  startsAt: number
  endsAt: number
  reason: string
}

function PlanForm({ onDone }: { readonly onDone: () => void }) {
  const places = useCall(getStockPlaces, {})
  const form = useContractForm<Partial<Plan>>(planMaintenance.input, { reason: '' })
  const plan = useWrite(planMaintenance, { done: '维护已登记', isQuiet: true, onDone })
  return (
    <Form form={form} write={plan} onSubmit={(values) => plan.mutate(values as Plan)}>
      <SelectField
        name="zoneId"
        label="机房"
        options={(places.data?.zones ?? []).map(({ zoneId, name }) => [zoneId, name] as const)}
      />
      <TextField name="startsAt" label="开始" type="datetime-local" codec={instantCodec} />
      <TextField name="endsAt" label="结束" type="datetime-local" codec={instantCodec} />
      <TextAreaField name="reason" label="说明" hint="用户会看到" rows={3} maxLength={200} />
      <Submit isBusy={plan.isPending} isWide>
        登记
      </Submit>
    </Form>
  )
}

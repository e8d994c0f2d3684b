import { getStockPlaces } from '@yunji/contract/operator/phone-calls'
import { createZone, getZones, setZoneStock, updateZone } from '@yunji/contract/operator/zone-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useEffect } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { integerCodec } from '../ui/codecs.ts'
import {
  Form,
  SelectField,
  Submit,
  SwitchField,
  TextField,
  useContractForm,
  useStateField,
  withBasis,
} from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Card, Empty, State } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'

type Zone = CallData<typeof getZones>['records'][number]
type Stock = Zone['stock'][number]

const REFETCH_MS = 15_000

const sumOf = ({ stock }: Zone, of: (row: Stock) => number): number => stock.reduce((sum, row) => sum + of(row), 0)

const total = (id: string, title: string, of: (row: Stock) => number): Column<Zone> => ({
  id,
  title,
  align: 'right',
  cell: (zone) => sumOf(zone, of),
  sortBy: (zone) => sumOf(zone, of),
})

const columns: readonly Column<Zone>[] = [
  { id: 'name', title: '机房', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'code', title: '代码', cell: ({ code }) => code },
  {
    id: 'isOpen',
    title: '销售',
    cell: ({ isOpen }) => (isOpen ? <State tone="run">开放</State> : <State tone="off">停止</State>),
  },
  total('free', '空闲', ({ free }) => free),
  total('reserved', '订单占用', ({ reserved }) => reserved),
  total('rented', '租用', ({ rented, quarantined }) => rented - quarantined),
  total('quarantined', '保留', ({ quarantined }) => quarantined),
  total('capacity', '总台数', ({ capacity }) => capacity),
  { id: 'devices', title: '设备', align: 'right', cell: ({ devices }) => devices, isExtra: true },
  { id: 'gatewayUrl', title: '网关', cell: ({ gatewayUrl }) => gatewayUrl || '平台自身', isExtra: true },
  { id: 'position', title: '顺序', align: 'right', cell: ({ position }) => position, isExtra: true },
]

export default function StockPage() {
  const mayWrite = useRight('stock.write')
  const [isAdding, setAdding] = useCreating('stock.write')
  return (
    <>
      <ListPage
        id="stock"
        call={getZones}
        paging="none"
        refetchMs={REFETCH_MS}
        columns={columns}
        rowId={({ zoneId }) => String(zoneId)}
        actions={
          <>
            <ExportButton list="stock" />
            {mayWrite && (
              <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
                新建机房
              </Button>
            )}
          </>
        }
        empty="还没有机房"
        emptyHint="新建一个机房，再给它库存。"
        detailTitle={({ name }) => name}
        renderDetail={(zone) => <ZoneDetail key={zone.zoneId} zone={zone} />}
      />
      <Dialog title="新建机房" isOpen={isAdding} onClose={() => setAdding(false)}>
        <AddForm onDone={() => setAdding(false)} />
      </Dialog>
    </>
  )
}

function ZoneFields() {
  const mayNameGateway = useRight('settings.write')
  return (
    <>
      <TextField name="name" label="名称" hint="用户看到的名字" maxLength={64} />
      {mayNameGateway && (
        <TextField
          name="gatewayUrl"
          label="网关地址"
          hint="wss://主机/stream；不填则由平台自身送出画面"
          spellCheck={false}
        />
      )}
      <TextField name="position" label="顺序" hint="小的在前" inputMode="numeric" codec={integerCodec} />
    </>
  )
}

function AddForm({ onDone }: { readonly onDone: () => void }) {
  const form = useContractForm<{ code: string; name: string; gatewayUrl: string; position: number }>(createZone.input, {
    code: '',
    name: '',
    gatewayUrl: '',
    position: 0,
  })
  const add = useWrite(createZone, { isQuiet: true, done: '机房已建立', onDone })
  return (
    <Form form={form} write={add} onSubmit={(values) => add.mutate(values)}>
      <TextField
        name="code"
        label="代码"
        hint="小写字母、数字和连字符；建立后不能修改"
        maxLength={32}
        spellCheck={false}
      />
      <ZoneFields />
      <Submit isBusy={add.isPending}>新建</Submit>
    </Form>
  )
}

function ZoneDetail({ zone }: { readonly zone: Zone }) {
  const mayWrite = useRight('stock.write')
  return (
    <div className={styles.detail}>
      <Card title="库存">
        <StockTable zone={zone} />
      </Card>
      {mayWrite && (
        <>
          <Card title="设置库存">
            <CapacityForm zone={zone} />
          </Card>
          <Card title="修改机房">
            <EditForm zone={zone} />
          </Card>
        </>
      )}
    </div>
  )
}

function StockTable({ zone: { stock } }: { readonly zone: Zone }) {
  if (stock.length === 0) return <Empty title="还没有库存" hint="接入云手机并入库，或设置一种配置的台数。" />
  return (
    <ul className={styles.lines}>
      {stock.map((row) => (
        <li key={row.configId}>
          <span>{row.configName}</span>
          <span>{wordsOf(row)}</span>
        </li>
      ))}
    </ul>
  )
}

const wordsOf = ({ capacity, free, reserved, rented, quarantined, attached, leaving }: Stock): string =>
  [
    `余 ${free} / ${capacity}`,
    reserved > 0 && `订单占用 ${reserved}`,
    rented - quarantined > 0 && `租用 ${rented - quarantined}`,
    quarantined > 0 && `保留 ${quarantined}`,
    attached > 0 && `接入 ${attached}`,
    leaving > 0 && `待退出 ${leaving}`,
  ]
    .filter(Boolean)
    .join('，')

interface CapacityValues {
  zoneId: number
  configId?: number
  seenCapacity: number
  capacity?: number
}

function CapacityForm({ zone }: { readonly zone: Zone }) {
  const { zoneId, stock } = zone
  const places = useCall(getStockPlaces, {})
  const form = useContractForm<CapacityValues>(setZoneStock.input, { zoneId, seenCapacity: 0 })
  const set = useWrite(setZoneStock, { isQuiet: true, done: '库存已修改' })
  const { watch, reset } = form
  const chosenId = watch('configId')
  const chosen = stock.find(({ configId }) => configId === chosenId)
  // A number of one configuration, typed or saved, must not be saved for another.
  useEffect(() => {
    const subscription = watch(({ configId }, { name }) => {
      if (name === 'configId' && configId !== undefined) reset({ zoneId, seenCapacity: 0, configId })
    })
    return () => subscription.unsubscribe()
  }, [watch, reset, zoneId])
  const known = new Map([
    ...stock.map(({ configId, configName }) => [configId, configName] as const),
    ...(places.data?.configurations ?? []).map(({ configId, name }) => [configId, name] as const),
  ])
  const submit = async ({ configId = 0, capacity = 0 }: CapacityValues): Promise<void> => {
    const seenCapacity = chosen?.capacity ?? 0
    const inUse = chosen ? chosen.reserved + chosen.rented + chosen.leaving : 0
    if (capacity < inUse) return form.setError('capacity', { message: `不能少于 ${inUse} 台` })
    const isSure =
      capacity >= seenCapacity ||
      (await confirm({
        title: `库存从 ${seenCapacity} 台减为 ${capacity} 台？`,
        text: `「${zone.name}」的「${known.get(configId) ?? ''}」少卖 ${seenCapacity - capacity} 台，已租出的不受影响。`,
        confirm: '减少库存',
        isDestructive: true,
      }))
    if (isSure) set.mutate({ zoneId, configId, seenCapacity, capacity })
  }
  return (
    <Form form={form} write={set} onSubmit={(values) => void submit(values)}>
      <SelectField name="configId" label="配置" options={[...known]} />
      <TextField
        key={chosenId}
        name="capacity"
        label="总台数"
        hint={
          chosen
            ? `现在 ${chosen.capacity} 台；不能少于占用、租用和待退出的 ${chosen.reserved + chosen.rented + chosen.leaving} 台`
            : '包括已经租出的'
        }
        inputMode="numeric"
        codec={integerCodec}
      />
      <Submit isBusy={set.isPending}>设置库存</Submit>
    </Form>
  )
}

interface ZoneValues {
  zoneId: number
  name: string
  gatewayUrl?: string
  position: number
  isOpen?: boolean | undefined
}

function EditForm({ zone }: { readonly zone: Zone }) {
  const { zoneId, name, gatewayUrl, position, isOpen } = zone
  const mayNameGateway = useRight('settings.write')
  const form = useContractForm<ZoneValues>(updateZone.input, {
    zoneId,
    name,
    ...(mayNameGateway && { gatewayUrl }),
    position,
    isOpen,
  })
  const withChangedState = useStateField(form, 'isOpen', isOpen)
  const update = useWrite(updateZone, { isQuiet: true, done: '机房已修改' })
  const save = async (values: ZoneValues): Promise<void> => {
    const input = withChangedState(values)
    const isSure =
      input.isOpen !== false ||
      (await confirm({
        title: `停止销售「${name}」？`,
        text: `用户不再看到这个机房，也不能换到这里；已有的 ${zone.devices} 台设备照常使用和续费，待支付的订单可以继续支付。随时可以重新开放。`,
        confirm: '停止销售',
        isDestructive: true,
      }))
    if (isSure) update.mutate(withBasis(form, input))
  }
  return (
    <Form form={form} write={update} onSubmit={(values) => void save(values)}>
      <ZoneFields />
      <SwitchField name="isOpen" label="开放销售" hint="停止后已有的设备照常使用" />
      <Submit isBusy={update.isPending}>保存</Submit>
    </Form>
  )
}

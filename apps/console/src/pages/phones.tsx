import { Link } from '@tanstack/react-router'
import { phoneStateLabels } from '@yunji/contract/operator/labels'
import {
  attachPhone,
  detachPhone,
  drainPhone,
  getPhone,
  getPhones,
  getStockPlaces,
  probePhone,
  stockPhone,
} from '@yunji/contract/operator/phone-calls'
import {
  type PhoneRecord,
  type PhoneState,
  type ProbeFacts,
  phoneStates,
  probeProblemTexts,
} from '@yunji/contract/operator/phones'
import type { CallData } from '@yunji/contract/wire/call'
import { useCall, useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, SelectField, Submit, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Async, Card, Facts, State, type Tone } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'
import { useZoneFilter } from './list-filters.tsx'

const REFETCH_MS = 10_000
const GIBIBYTE = 1024 ** 3

const stateTones: Readonly<Record<PhoneState, Tone>> = {
  unreachable: 'dead',
  quarantined: 'soon',
  draining: 'soon',
  rented: 'brand',
  unerased: 'dead',
  erasing: 'back',
  inStock: 'run',
  attached: 'off',
}

function PhoneStateBadge({ of }: { readonly of: PhoneState }) {
  return <State tone={stateTones[of]}>{phoneStateLabels[of]}</State>
}

const renterOf = ({ renter, deviceId }: PhoneRecord): string =>
  renter ? renter.maskedPhone || `#${renter.userId}` : deviceId === null ? '--' : `设备 #${deviceId}`

const columns: readonly Column<PhoneRecord>[] = [
  { id: 'address', title: '地址', cell: ({ address }) => address, sortBy: ({ address }) => address },
  { id: 'state', title: '状态', cell: ({ state }) => <PhoneStateBadge of={state} />, sortBy: ({ state }) => state },
  { id: 'zoneName', title: '机房', cell: ({ zoneName }) => zoneName || '--', sortBy: ({ zoneName }) => zoneName },
  { id: 'configName', title: '作为', cell: ({ configName }) => configName || '--' },
  {
    id: 'android',
    title: '系统',
    cell: ({ probe }) => (probe?.androidVersion ? `Android ${probe.androidVersion}` : '--'),
  },
  { id: 'model', title: '机型', cell: ({ probe }) => probe?.model || '--' },
  { id: 'renter', title: '租用者', cell: renterOf },
  { id: 'note', title: '备注', cell: ({ note }) => note || '--', isExtra: true },
  { id: 'attachedAt', title: '接入', cell: ({ attachedAt }) => time(attachedAt), isExtra: true },
]

export default function PhonesPage() {
  const mayWrite = useRight('phones.write')
  const zoneFilter = useZoneFilter()
  const [isAttaching, setAttaching] = useCreating('phones.write')
  return (
    <>
      <ListPage
        id="phones"
        call={getPhones}
        paging="keyset"
        refetchMs={REFETCH_MS}
        columns={columns}
        rowId={({ attachedPhoneId }) => String(attachedPhoneId)}
        searches={[{ name: 'text', label: '地址、备注或机型' }]}
        filters={[
          zoneFilter,
          {
            name: 'state',
            label: '状态',
            options: phoneStates.map((state) => [state, phoneStateLabels[state]] as const),
          },
        ]}
        actions={
          <>
            <ExportButton list="phones" />
            {mayWrite && (
              <Button tone="primary" icon="plus" onClick={() => setAttaching(true)}>
                接入云手机
              </Button>
            )}
          </>
        }
        empty="还没有接入云手机"
        emptyHint="填写一台手机的 ADB 地址即可接入；设置里列出的和云手机主机自己建立的不在这里。"
        openTitle={(id) => `云手机 #${id}`}
        renderOpen={(id, close) => <PhoneDetail key={id} attachedPhoneId={id} onGone={close} />}
      />
      <Dialog title="接入云手机" isOpen={isAttaching} onClose={() => setAttaching(false)}>
        <AttachForm onDone={() => setAttaching(false)} />
      </Dialog>
    </>
  )
}

function AttachForm({ onDone }: { readonly onDone: () => void }) {
  const form = useContractForm<{ address: string; note?: string }>(attachPhone.input, { address: '', note: '' })
  const attach = useWrite(attachPhone, {
    isQuiet: true,
    onDone: ({ probe }) => {
      showToast(probe.problem ? `已接入，但${probeProblemTexts[probe.problem]}` : '已接入，可以入库')
      onDone()
    },
  })
  return (
    <Form form={form} write={attach} onSubmit={(values) => attach.mutate(values)}>
      <TextField
        name="address"
        label="ADB 地址"
        placeholder="10.0.0.7:5555"
        hint="主机:端口；只做 ADB 握手和探测，最多等 25 秒"
        autoFocus
        spellCheck={false}
        autoComplete="off"
      />
      <TextField name="note" label="备注" hint="可以不填，例如机柜位置" maxLength={64} />
      <Submit isBusy={attach.isPending}>探测并接入</Submit>
    </Form>
  )
}

interface DetailProps {
  readonly attachedPhoneId: string
  readonly onGone: () => void
}

function PhoneDetail({ attachedPhoneId, onGone }: DetailProps) {
  const phone = useCall(getPhone, { attachedPhoneId }, { refetchMs: REFETCH_MS })
  return <Async of={phone}>{(read) => <PhoneView phone={read} onGone={onGone} />}</Async>
}

function PhoneView({ phone, onGone }: { readonly phone: PhoneRecord; readonly onGone: () => void }) {
  const mayWrite = useRight('phones.write')
  const maySeeDevices = useRight('devices.read')
  const { deviceId } = phone
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <PhoneStateBadge key="state" of={phone.state} />],
          ['地址', phone.address],
          ['机房', phone.zoneName],
          ['作为', phone.configName],
          [
            '设备',
            deviceId !== null && maySeeDevices ? (
              <Link key="device" to="/devices" search={{ open: String(deviceId) } as never}>
                #{deviceId}
              </Link>
            ) : null,
          ],
          ['租用者', renterOf(phone)],
          ['备注', phone.note],
          ['接入', time(phone.attachedAt)],
          ...(phone.unreachableSince === null ? [] : [['连接不上自', time(phone.unreachableSince)] as const]),
        ]}
      />
      <StockNote phone={phone} />
      {mayWrite && <PhoneActions phone={phone} onGone={onGone} />}
      {phone.probe && (
        <Card title="最近一次探测">
          <ProbeView probe={phone.probe} />
        </Card>
      )}
      {mayWrite && phone.stockState !== 'inStock' && phone.deviceId === null && (
        <Card title="入库">
          <StockForm phone={phone} />
        </Card>
      )}
    </div>
  )
}

/** Consequences of the phone's state, in words. */
function StockNote({ phone: { state, stockState, deviceId } }: { readonly phone: PhoneRecord }) {
  const text = (() => {
    if (stockState === 'draining' && deviceId !== null) return '不再出租；现在的用户继续使用，退还并清除后可以移除。'
    if (stockState === 'draining') return '不再出租。可以移除，或恢复出租；还有上一位用户的数据时，接通后会先清除。'
    if (state === 'unreachable' && deviceId === null) return '连接不上，暂时不出售；恢复应答后自动回到库里。'
    if (state === 'quarantined') return '更换下来的云手机，保留着用户的数据；到期清除后自动回到库里。'
    if (state === 'unerased')
      return '一直清除不了，暂时不出售：每五分钟重试一次，清除后自动回到库里。请检查手机是否通电联网，或手动清除；原因在「机房状况」里。'
    if (state === 'erasing') return '正在清除手机上的数据，清除后才会出售。'
    return ''
  })()
  return text && <p className={styles.waiting}>{text}</p>
}

const gigabytes = (bytes: number | null): string => (bytes === null ? '--' : `${(bytes / GIBIBYTE).toFixed(1)} GB`)

function ProbeView({ probe }: { readonly probe: ProbeFacts }) {
  return (
    <Facts
      of={[
        ['结果', probe.problem ? probeProblemTexts[probe.problem] : '可以使用'],
        ['时间', time(probe.probedAt)],
        ['系统', probe.androidVersion && `Android ${probe.androidVersion}`],
        ['机型', probe.model],
        ['屏幕', probe.screen],
        ['存储', `${gigabytes(probe.storageBytes)}，余 ${gigabytes(probe.freeBytes)}`],
        ['H.264 编码器', probe.hasEncoder === null ? '没有查到' : probe.hasEncoder ? '有' : '没有'],
        ['往返', probe.roundTripMs === null ? '' : `${probe.roundTripMs} 毫秒`],
      ]}
    />
  )
}

interface ActionProps {
  readonly phone: PhoneRecord
  readonly onGone: () => void
}

function PhoneActions({ phone, onGone }: ActionProps) {
  const { attachedPhoneId, address, stockState, deviceId } = phone
  const probe = useWrite(probePhone, {
    onDone: ({ probe: { problem } }) =>
      problem ? showToast(probeProblemTexts[problem], 'error') : showToast('探测完成：可以使用'),
  })
  const drain = useWrite(drainPhone, { done: stockState === 'draining' ? '已恢复出租' : '已停止出租' })
  const detach = useWrite(detachPhone, { done: '已移除', onDone: onGone })
  const stop = async (): Promise<void> => {
    const isSure = await confirm({
      title: `停止出租 ${address}？`,
      text:
        deviceId === null
          ? '它不再卖给新的用户，库存减少一台。随时可以恢复。'
          : '现在的用户不受影响，可以一直用到租期结束；退还并清除后不再出租。随时可以恢复。',
      confirm: '停止出租',
    })
    if (isSure) drain.mutate({ attachedPhoneId, isDraining: true })
  }
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `移除 ${address}？`,
      text: '平台不再使用这台手机，以后可以再次接入。若上一位用户的数据还没有清除，平台会在它接通时清除，之前不能再次接入。',
      confirm: '移除',
      isDestructive: true,
    })
    if (isSure) detach.mutate({ attachedPhoneId })
  }
  return (
    <div className={styles.buttons}>
      <Button icon="refresh" isBusy={probe.isPending} onClick={() => probe.mutate({ attachedPhoneId })}>
        探测
      </Button>
      {stockState === 'inStock' && (
        <Button isBusy={drain.isPending} onClick={() => void stop()}>
          停止出租
        </Button>
      )}
      {stockState === 'draining' && (
        <Button isBusy={drain.isPending} onClick={() => drain.mutate({ attachedPhoneId, isDraining: false })}>
          恢复出租
        </Button>
      )}
      {stockState !== 'inStock' && (
        <Button tone="danger" isBusy={detach.isPending} onClick={() => void remove()}>
          移除
        </Button>
      )}
    </div>
  )
}

type Places = CallData<typeof getStockPlaces>

function StockForm({ phone }: { readonly phone: PhoneRecord }) {
  const places = useCall(getStockPlaces, {})
  return <Async of={places}>{(read) => <StockFields phone={phone} places={read} />}</Async>
}

interface StockValues {
  attachedPhoneId: number
  zoneId?: number
  configId?: number
}

function StockFields({ phone, places }: { readonly phone: PhoneRecord; readonly places: Places }) {
  const { attachedPhoneId, probe } = phone
  const form = useContractForm<StockValues>(stockPhone.input, {
    attachedPhoneId,
    ...(phone.zoneId !== null && { zoneId: phone.zoneId }),
    ...(phone.configId !== null && { configId: phone.configId }),
  })
  const stock = useWrite(stockPhone, {
    isQuiet: true,
    done: phone.stockState === 'attached' ? '已入库，清除后用户可以购买' : '已入库，用户可以购买',
  })
  const submit = async ({ zoneId = 0, configId = 0 }: StockValues): Promise<void> => {
    const isSure =
      phone.stockState !== 'attached' ||
      (await confirm({
        title: `入库 ${phone.address}？`,
        text: '先恢复出厂：手机上的应用、账号和文件全部清除，不能恢复。清除后用户可以购买。',
        confirm: '清除并入库',
        isDestructive: true,
      }))
    if (isSure) stock.mutate({ attachedPhoneId, zoneId, configId })
  }
  const chosen = places.configurations.find(({ configId }) => configId === form.watch('configId'))
  const warnings = chosen && probe ? differencesOf(chosen, probe) : []
  return (
    <Form form={form} write={stock} onSubmit={(values) => void submit(values)}>
      <SelectField
        name="zoneId"
        label="机房"
        hint="手机实际所在的机房：画面从这里的网关送出"
        options={places.zones.map(({ zoneId, name }) => [zoneId, name] as const)}
      />
      <SelectField
        name="configId"
        label="作为哪种配置出售"
        options={places.configurations.map(({ configId, name }) => [configId, name] as const)}
      />
      {phone.stockState === 'attached' && (
        <p className={styles.waiting}>入库会先恢复出厂：手机上的应用、账号和文件全部清除，不能恢复。</p>
      )}
      {warnings.length > 0 && <p className={styles.waiting}>{warnings.join('；')}</p>}
      <Submit isBusy={stock.isPending}>{phone.stockState === 'attached' ? '探测并入库…' : '探测并入库'}</Submit>
    </Form>
  )
}

/** Differences between the phone and what it is sold as; the operator decides. */
const differencesOf = (
  { version, storageGb }: Places['configurations'][number],
  { androidVersion, storageBytes }: ProbeFacts,
): string[] => [
  ...(androidVersion && version.split('/')[0] !== androidVersion.split('.')[0]
    ? [`手机是 Android ${androidVersion}，配置写的是 ${version}`]
    : []),
  ...(storageBytes !== null && storageBytes < storageGb * GIBIBYTE * 0.8
    ? [`手机存储 ${gigabytes(storageBytes)}，配置写的是 ${storageGb} GB`]
    : []),
]

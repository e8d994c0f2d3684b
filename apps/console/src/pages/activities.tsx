import { ActivityState as Status } from '@yunji/contract/commerce/commodity/enums'
import type { DocumentContent } from '@yunji/contract/content/document'
import { formatRentalTime } from '@yunji/contract/display/time'
import {
  createActivity,
  endActivity,
  getActivityPages,
  setActivity,
  setActivityPage,
} from '@yunji/contract/operator/activity-calls'
import type { CallData, CallInput } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { centsCodec, instantCodec, integerCodec } from '../ui/codecs.ts'
import { MarkdownField } from '../ui/content-fields.tsx'
import { DocumentPreview } from '../ui/document-view.tsx'
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
import { money } from '../ui/money.ts'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Card, Facts, State, Tag, type Tone } from '../ui/states.tsx'
import { TemplatesField } from './choice-fields.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'
import { ProductField } from './product-field.tsx'

type Activity = CallData<typeof getActivityPages>['records'][number]

const kindNames = { discount: '折扣', seckill: '秒杀' } as const
const states: Readonly<Record<Activity['state'], readonly [Tone, string]>> = {
  upcoming: ['brand', '未开始'],
  running: ['run', '进行中'],
  ended: ['off', '已结束'],
}

/** With the numbers of the wire. */
const statusNames: Readonly<Record<Status, string>> = { [Status.enabled]: '1 启用', [Status.disabled]: '0 停用' }

function ActivityState({ of }: { readonly of: Activity }) {
  if (!of.isEnabled) return <State tone="dead">已停用</State>
  const [tone, word] = states[of.state]
  return <State tone={tone}>{word}</State>
}

const columns: readonly Column<Activity>[] = [
  { id: 'name', title: '名称', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'kind', title: '种类', cell: ({ kind }) => <Tag tone="brand">{kindNames[kind]}</Tag> },
  { id: 'state', title: '状态', cell: (activity) => ActivityState({ of: activity }) },
  { id: 'startsAt', title: '开始', cell: ({ startsAt }) => time(startsAt), sortBy: ({ startsAt }) => startsAt },
  { id: 'endsAt', title: '结束', cell: ({ endsAt }) => time(endsAt), sortBy: ({ endsAt }) => endsAt },
  { id: 'status', title: '启用', cell: ({ status }) => statusNames[status ?? Status.enabled] },
  { id: 'products', title: '商品', align: 'right', cell: ({ products = [] }) => products.length },
  { id: 'templateIds', title: '可领优惠券', align: 'right', cell: ({ templateIds }) => templateIds.length },
]

export default function ActivitiesPage() {
  const mayWrite = useRight('marketing.write')
  const [isAdding, setAdding] = useCreating('marketing.write')
  const [created, setCreated] = useState<SavedText & { readonly activityId: number }>()
  return (
    <>
      <ListPage
        id="activities"
        call={getActivityPages}
        columns={columns}
        rowId={({ activityId }) => String(activityId)}
        filters={[
          { name: 'kind', label: '种类', options: Object.entries(kindNames) },
          {
            name: 'state',
            label: '状态',
            options: Object.entries(states).map(([state, [, word]]) => [state, word] as const),
          },
          { name: 'status', label: '启用', options: Object.entries(statusNames) },
        ]}
        empty="还没有活动"
        actions={
          <>
            <ExportButton list="activities" />
            {mayWrite && (
              <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
                新建活动
              </Button>
            )}
          </>
        }
        detailTitle={({ name }) => name}
        renderDetail={(activity) => (
          <ActivityDetail
            key={activity.activityId}
            activity={activity}
            mayWrite={mayWrite}
            created={created?.activityId === activity.activityId ? created : undefined}
          />
        )}
      />
      <Dialog
        title="新建活动"
        description="时间、商品和价格在开始前可以修改，说明和优惠券随时可以。"
        kind="wide"
        isOpen={isAdding}
        onClose={() => setAdding(false)}
      >
        <ActivityForm
          onDone={(activity) => {
            setCreated(activity)
            setAdding(false)
          }}
        />
      </Dialog>
    </>
  )
}

/** Text of an activity, and its blocks as the server has made them. */
interface SavedText {
  readonly markdown: string
  readonly content: DocumentContent
}

interface PageValues {
  activityId: number
  isEnabled?: boolean | undefined
  markdown: string
  templateIds: number[]
}

interface ActivityDetailProps {
  readonly activity: Activity
  readonly mayWrite: boolean
  /** Text of an activity that was created on this page. */
  readonly created: SavedText | undefined
}

function ActivityDetail({ activity, mayWrite, created }: ActivityDetailProps) {
  const { activityId, isEnabled, markdown, templateIds } = activity
  const [saved, setSaved] = useState(created)
  const form = useContractForm<PageValues>(setActivityPage.input, { activityId, isEnabled, markdown, templateIds })
  const withChangedState = useStateField(form, 'isEnabled', isEnabled)
  const save = useWrite(setActivityPage, { done: '活动已更新', isQuiet: true })
  const submit = async (values: PageValues): Promise<void> => {
    const input = withChangedState(values)
    const isSure =
      input.isEnabled !== false ||
      activity.state !== 'running' ||
      (await confirm({
        title: `停用「${activity.name}」？`,
        text: '立即恢复原价，不能再领取优惠券；已下的订单不变。结束之前可以重新启用。',
        confirm: '停用',
        isDestructive: true,
      }))
    const keep = ({ content }: { readonly content: DocumentContent }) => setSaved({ markdown: input.markdown, content })
    if (isSure) save.mutate(withBasis(form, input), { onSuccess: keep })
  }
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <ActivityState key="state" of={activity} />],
          ['启用', statusNames[activity.status ?? Status.enabled]],
          ['种类', kindNames[activity.kind]],
          ['开始', time(activity.startsAt)],
          ['结束', time(activity.endsAt)],
        ]}
      />
      <ActivityProducts of={activity} />
      {mayWrite && activity.state === 'upcoming' && <ChangeActivity activity={activity} />}
      {mayWrite && activity.state === 'running' && <EndActivity activity={activity} />}
      {mayWrite ? (
        <Form form={form} write={save} onSubmit={(values) => void submit(values)}>
          <SwitchField name="isEnabled" label="启用" hint="停用后立即按原价，已下的订单不变" />
          <MarkdownField name="markdown" label="说明（Markdown）" rows={12} />
          <TemplatesField name="templateIds" />
          <Submit isBusy={save.isPending}>保存</Submit>
        </Form>
      ) : (
        <pre className={styles.stack}>{markdown}</pre>
      )}
      {saved && <DocumentPreview content={saved.content} isStale={form.watch('markdown') !== saved.markdown} />}
    </div>
  )
}

function ActivityProducts({ of: { kind, products } }: { readonly of: Activity }) {
  if (!products?.length) return null
  return (
    <Card title="商品">
      <ul className={styles.lines}>
        {products.map(({ productId, goodsName, goodTime, regularCents, priceCents, ...limits }) => (
          <li key={productId}>
            <span>
              #{productId} {goodsName} {formatRentalTime(goodTime)}
              {kind === 'seckill' && `，余 ${limits.stockLeft ?? 0} / ${limits.stockTotal ?? 0}`}
              {limits.perUserLimit !== null && `，每人 ${limits.perUserLimit}`}
            </span>
            <span>
              <del>{money(regularCents)}</del> {money(priceCents)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function EndActivity({ activity }: { readonly activity: Activity }) {
  const end = useWrite(endActivity, { done: '活动已结束' })
  const endNow = async (): Promise<void> => {
    const isSure = await confirm({
      title: `提前结束「${activity.name}」？`,
      text: '立即恢复原价，不能再领取优惠券；已下的订单不变。不能恢复。',
      confirm: '结束活动',
      isDestructive: true,
    })
    if (isSure) end.mutate({ activityId: activity.activityId })
  }
  return (
    <div className={styles.buttons}>
      <Button tone="danger" isBusy={end.isPending} onClick={() => void endNow()}>
        提前结束…
      </Button>
    </div>
  )
}

function ChangeActivity({ activity }: { readonly activity: Activity }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.buttons}>
      <Button icon="edit" onClick={() => setOpen(true)}>
        修改时间和商品
      </Button>
      <Dialog title={`修改「${activity.name}」`} kind="wide" isOpen={isOpen} onClose={() => setOpen(false)}>
        <TermsForm activity={activity} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

type TermsValues = Omit<CallInput<typeof setActivity>, 'products'> & { products: Product[] }

function TermsForm({ activity, onDone }: { readonly activity: Activity; readonly onDone: () => void }) {
  const { activityId, name, startsAt, endsAt, products = [], kind } = activity
  const form = useContractForm<TermsValues>(setActivity.input, {
    activityId,
    name,
    startsAt,
    endsAt,
    products: products.map(({ productId, priceCents, stockTotal, perUserLimit }) => ({
      productId,
      priceCents,
      ...(stockTotal !== null && { stock: stockTotal }),
      ...(perUserLimit !== null && { perUserLimit }),
    })),
  })
  const save = useWrite(setActivity, { done: '活动已更新', isQuiet: true, onDone })
  return (
    <Form
      form={form}
      write={save}
      onSubmit={(values) => save.mutate(withBasis(form, values) as CallInput<typeof setActivity>)}
    >
      <TermsFields isSeckill={kind === 'seckill'} />
      <Submit isBusy={save.isPending}>保存</Submit>
    </Form>
  )
}

function TermsFields({ isSeckill }: { readonly isSeckill: boolean }) {
  const products = useFieldArray<{ products: Product[] }>({ name: 'products' })
  return (
    <>
      <TextField name="name" label="名称" maxLength={32} />
      <TextField name="startsAt" label="开始" type="datetime-local" codec={instantCodec} />
      <TextField name="endsAt" label="结束" type="datetime-local" codec={instantCodec} />
      <div className={styles.block}>
        <h3>商品</h3>
        {products.fields.map(({ id }, index) => (
          <div key={id} className={styles.itemRow}>
            <ProductField name={`products.${index}.productId`} />
            <TextField
              name={`products.${index}.priceCents`}
              label="活动价（元）"
              inputMode="decimal"
              codec={centsCodec}
            />
            {isSeckill && (
              <TextField name={`products.${index}.stock`} label="数量" inputMode="numeric" codec={integerCodec} />
            )}
            <TextField
              name={`products.${index}.perUserLimit`}
              label="每人限购"
              inputMode="numeric"
              codec={integerCodec}
            />
            <IconButton icon="trash" label="去掉这个商品" onClick={() => products.remove(index)} />
          </div>
        ))}
        <Button icon="plus" onClick={() => products.append({})}>
          添加商品
        </Button>
      </div>
    </>
  )
}

interface Product {
  productId?: number
  priceCents?: number
  stock?: number
  perUserLimit?: number
}

interface NewActivity {
  name: string
  kind: 'discount' | 'seckill'
  startsAt?: number
  endsAt?: number
  products: Product[]
  markdown: string
  templateIds: number[]
}

const blank: NewActivity = { name: '', kind: 'discount', products: [{}], markdown: '', templateIds: [] }

interface ActivityFormProps {
  readonly onDone: (created: SavedText & { readonly activityId: number }) => void
}

function ActivityForm({ onDone }: ActivityFormProps) {
  const form = useContractForm<NewActivity>(createActivity.input, blank)
  const create = useWrite(createActivity, { done: '活动已建立', isQuiet: true })
  const isSeckill = form.watch('kind') === 'seckill'
  return (
    <Form
      form={form}
      write={create}
      onSubmit={(values) =>
        create.mutate(values as CallInput<typeof createActivity>, {
          onSuccess: (created) => onDone({ ...created, markdown: values.markdown }),
        })
      }
    >
      <SelectField
        name="kind"
        label="种类"
        options={[
          ['discount', '折扣'],
          ['seckill', '秒杀'],
        ]}
      />
      <TermsFields isSeckill={isSeckill} />
      <MarkdownField name="markdown" label="说明（Markdown）" rows={8} />
      <TemplatesField name="templateIds" />
      <Submit isBusy={create.isPending}>新建活动</Submit>
    </Form>
  )
}

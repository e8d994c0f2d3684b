import { createActivity, getActivityPages, setActivityPage } from '@yunji/contract/operator/activity-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { messageOf } from '../api/call-api.ts'
import { useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { centsCodec, idsCodec, instantCodec, integerCodec } from '../ui/codecs.ts'
import { Form, SelectField, Submit, SwitchField, TextAreaField, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { Facts, State, Tag, type Tone } from '../ui/states.tsx'
import styles from './detail.module.css'
import { time } from './labels.tsx'

type Activity = CallData<typeof getActivityPages>['records'][number]

const kindNames = { discount: '折扣', seckill: '秒杀' } as const
const states: Readonly<Record<Activity['state'], readonly [Tone, string]>> = {
  upcoming: ['brand', '未开始'],
  running: ['run', '进行中'],
  ended: ['off', '已结束'],
}

function ActivityState({ of }: { readonly of: Activity }) {
  if (!of.isEnabled) return <State tone="dead">已停用</State>
  const [tone, word] = states[of.state]
  return <State tone={tone}>{word}</State>
}

const columns: readonly Column<Activity>[] = [
  { id: 'name', title: '名称', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'kind', title: '种类', cell: ({ kind }) => <Tag tone="brand">{kindNames[kind]}</Tag> },
  { id: 'state', title: '状态', cell: (activity) => <ActivityState of={activity} /> },
  { id: 'startsAt', title: '开始', cell: ({ startsAt }) => time(startsAt), sortBy: ({ startsAt }) => startsAt },
  { id: 'endsAt', title: '结束', cell: ({ endsAt }) => time(endsAt), sortBy: ({ endsAt }) => endsAt },
  { id: 'templateIds', title: '可领优惠券', align: 'right', cell: ({ templateIds }) => templateIds.length },
]

export default function ActivitiesPage() {
  const mayWrite = useRight('marketing.write')
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <ListPage
        id="activities"
        call={getActivityPages}
        columns={columns}
        rowId={({ activityId }) => String(activityId)}
        empty="还没有活动"
        actions={
          mayWrite && (
            <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
              新建活动
            </Button>
          )
        }
        detailTitle={({ name }) => name}
        renderDetail={(activity) => (
          <ActivityDetail key={activity.activityId} activity={activity} mayWrite={mayWrite} />
        )}
      />
      <Dialog
        title="新建活动"
        description="时间、商品和价格建立后不能修改，说明和优惠券可以。"
        kind="wide"
        isOpen={isAdding}
        onClose={() => setAdding(false)}
      >
        <ActivityForm onDone={() => setAdding(false)} />
      </Dialog>
    </>
  )
}

function ActivityDetail({ activity, mayWrite }: { readonly activity: Activity; readonly mayWrite: boolean }) {
  const { activityId, isEnabled, markdown, templateIds } = activity
  const form = useContractForm(setActivityPage.input, { activityId, isEnabled, markdown, templateIds })
  const save = useWrite(setActivityPage, { done: '活动已更新', isQuiet: true })
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <ActivityState key="state" of={activity} />],
          ['种类', kindNames[activity.kind]],
          ['开始', time(activity.startsAt)],
          ['结束', time(activity.endsAt)],
        ]}
      />
      {mayWrite ? (
        <Form
          form={form}
          failure={save.error ? messageOf(save.error) : undefined}
          onSubmit={(values) => save.mutate(values)}
        >
          <SwitchField name="isEnabled" label="启用" hint="停用后立即按原价，已下的订单不变" />
          <TextAreaField name="markdown" label="说明（Markdown）" rows={12} />
          <TextAreaField name="templateIds" label="可领取的优惠券模板编号" hint="每行一个" rows={3} codec={idsCodec} />
          <Submit isBusy={save.isPending}>保存</Submit>
        </Form>
      ) : (
        <pre className={styles.stack}>{markdown}</pre>
      )}
    </div>
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

function ActivityForm({ onDone }: { readonly onDone: () => void }) {
  const form = useContractForm<NewActivity>(createActivity.input, blank)
  const products = useFieldArray({ control: form.control, name: 'products' })
  const create = useWrite(createActivity, { done: '活动已建立', isQuiet: true, onDone })
  const isSeckill = form.watch('kind') === 'seckill'
  return (
    <Form
      form={form}
      failure={create.error ? messageOf(create.error) : undefined}
      onSubmit={(values) => create.mutate(values as Parameters<typeof create.mutate>[0])}
    >
      <TextField name="name" label="名称" maxLength={32} />
      <SelectField
        name="kind"
        label="种类"
        options={[
          ['discount', '折扣'],
          ['seckill', '秒杀'],
        ]}
      />
      <TextField name="startsAt" label="开始" type="datetime-local" codec={instantCodec} />
      <TextField name="endsAt" label="结束" type="datetime-local" codec={instantCodec} />
      <div className={styles.block}>
        <h3>商品</h3>
        {products.fields.map(({ id }, index) => (
          <div key={id} className={styles.itemRow}>
            <TextField name={`products.${index}.productId`} label="商品编号" inputMode="numeric" codec={integerCodec} />
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
      <TextAreaField name="markdown" label="说明（Markdown）" rows={8} />
      <TextAreaField
        name="templateIds"
        label="可领取的优惠券模板编号"
        hint="每行一个，可以不填"
        rows={2}
        codec={idsCodec}
      />
      <Submit isBusy={create.isPending}>新建活动</Submit>
    </Form>
  )
}

import { CouponScope, CouponType, couponScopeLabels, couponTypeLabels } from '@yunji/contract/commerce/coupon/enums'
import { BusinessType, businessTypeLabels } from '@yunji/contract/commerce/order/enums'
import { formatCount } from '@yunji/contract/display/text'
import { createCouponTemplate, withdrawCoupons } from '@yunji/contract/operator/commerce-calls'
import { closeCouponTemplate, getCouponTemplates, updateCouponTemplate } from '@yunji/contract/operator/coupon-calls'
import type { CallData, CallInput } from '@yunji/contract/wire/call'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { type Codec, centsCodec, integerCodec, nullableCodec, optionalCodec } from '../ui/codecs.ts'
import {
  Form,
  type Option,
  SelectField,
  Submit,
  SwitchField,
  TextField,
  useContractForm,
  withBasis,
} from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Card, Facts, State } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import { ScopeField } from './choice-fields.tsx'
import { IssueDialog, IssueList } from './coupon-issues.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Template = CallData<typeof getCouponTemplates>['records'][number]

const couponTypes: readonly Option<CouponType>[] = Object.values(CouponType).map((type) => [
  type,
  couponTypeLabels[type],
])
const businessTypes: readonly Option<BusinessType>[] = Object.values(BusinessType).map((type) => [
  type,
  businessTypeLabels[type],
])

const scopes: readonly Option<CouponScope>[] = Object.values(CouponScope).map((scope) => [
  scope,
  couponScopeLabels[scope],
])
const nullableIntegerCodec = nullableCodec(integerCodec)

const TemplateState = ({ of }: { readonly of: Template }) =>
  of.isEnabled ? <State tone="run">发放中</State> : <State tone="off">已停用</State>

const number = (id: keyof Template & ('issued' | 'usable' | 'used' | 'expired' | 'withdrawn'), title: string) => ({
  id,
  title,
  align: 'right' as const,
  cell: (template: Template) => formatCount(template[id]),
  sortBy: (template: Template) => template[id],
})

const columns: readonly Column<Template>[] = [
  { id: 'templateId', title: '编号', cell: ({ templateId }) => `#${templateId}` },
  { id: 'name', title: '名称', cell: ({ name }) => name },
  { id: 'couponType', title: '种类', cell: ({ couponType }) => couponTypeLabels[couponType] },
  { id: 'value', title: '优惠', cell: ({ ruleTexts }) => ruleTexts[0] ?? '--' },
  { id: 'state', title: '状态', cell: (template) => <TemplateState of={template} /> },
  number('issued', '已发'),
  number('usable', '可用'),
  number('used', '已用'),
  number('expired', '过期'),
  number('withdrawn', '失效'),
  {
    id: 'leftCount',
    title: '剩余',
    align: 'right',
    cell: ({ leftCount }) => (leftCount === null ? '不限' : formatCount(leftCount)),
  },
  { id: 'createdAt', title: '建立', cell: ({ createdAt }) => time(createdAt), isExtra: true },
]

const totalText = ({ totalCount, leftCount }: Template): string =>
  totalCount === null || leftCount === null
    ? '不限'
    : `${formatCount(totalCount)} 张，还剩 ${formatCount(leftCount)} 张`

/** Templates from before a total was refused for newcomers may have both. */
const newcomersText = ({ isForNewcomers, leftCount }: Template): string => {
  if (!isForNewcomers) return '不自动获得'
  return leftCount === null ? '自动获得' : '有总量，不会自动获得'
}

export default function CouponsPage() {
  const mayWrite = useRight('marketing.write')
  return (
    <ListPage
      id="coupons"
      call={getCouponTemplates}
      paging="keyset"
      columns={columns}
      rowId={({ templateId }) => String(templateId)}
      searches={[{ name: 'text', label: '编号或名称' }]}
      filters={[
        {
          name: 'state',
          label: '状态',
          options: [
            ['enabled', '发放中'],
            ['closed', '已停用'],
          ],
        },
      ]}
      actions={
        <>
          <ExportButton list="coupons" />
          {mayWrite && <NewTemplate />}
        </>
      }
      empty="还没有优惠券模板"
      emptyHint="先新建模板，再发放给用户。"
      detailTitle={({ name }) => name}
      renderDetail={(template) => <TemplateDetail template={template} />}
    />
  )
}

function TemplateDetail({ template }: { readonly template: Template }) {
  const mayWrite = useRight('marketing.write')
  const { templateId, validDays } = template
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <TemplateState key="state" of={template} />],
          ['编号', `#${templateId}`],
          ['用于', businessTypeLabels[template.businessType]],
          ['有效期', validDays === null ? '一直有效' : `领取后 ${validDays} 天`],
          ['总量', totalText(template)],
          ['每人最多', `${template.perUserLimit} 张`],
          ['兑换码', template.exchangeCode || (template.hasExchangeCode ? '有' : '没有')],
          ['新注册用户', newcomersText(template)],
          ['已发', formatCount(template.issued)],
          ['可用', formatCount(template.usable)],
          ['已用', formatCount(template.used)],
          ['过期', formatCount(template.expired)],
          ['失效', formatCount(template.withdrawn)],
        ]}
      />
      <Card title="用户看到的规则">
        <ul className={styles.lines}>
          {template.ruleTexts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Card>
      {mayWrite && <TemplateActions template={template} />}
      <Card title="发放记录">
        <IssueList templateId={templateId} />
      </Card>
    </div>
  )
}

function TemplateActions({ template }: { readonly template: Template }) {
  const { templateId, isEnabled, name } = template
  const [isIssuing, setIssuing] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const close = useWrite(closeCouponTemplate, { done: '模板已停用' })
  const withdraw = useWrite(withdrawCoupons, {
    onDone: ({ withdrawn }) => showToast(`模板已停用，未使用的券不能再用，已有 ${formatCount(withdrawn)} 张失效`),
  })
  const closeIt = async (): Promise<void> => {
    const isSure = await confirm({
      title: `停用「${name}」？`,
      text: '不能再领取和发放，用户手里的券照常使用。不能恢复。',
      confirm: '停用模板',
      isDestructive: true,
    })
    if (isSure) close.mutate({ templateId })
  }
  const withdrawAll = async (): Promise<void> => {
    const isSure = await confirm({
      title: `收回「${name}」的全部优惠券？`,
      text: '模板停用，用户手里尚可使用的券立即失效；被待支付订单占用的可以用完，订单取消后失效。不能恢复。',
      confirm: '全部收回',
      isDestructive: true,
    })
    if (isSure) withdraw.mutate({ templateId })
  }
  return (
    <div className={styles.buttons}>
      {isEnabled && (
        <>
          <Button tone="primary" icon="users" onClick={() => setIssuing(true)}>
            发放…
          </Button>
          <Button onClick={() => setEditing(true)}>修改…</Button>
          <Button isBusy={close.isPending} onClick={() => void closeIt()}>
            停用模板…
          </Button>
        </>
      )}
      <Button tone="danger" isBusy={withdraw.isPending} onClick={() => void withdrawAll()}>
        全部收回…
      </Button>
      <IssueDialog templateId={templateId} name={name} isOpen={isIssuing} onClose={() => setIssuing(false)} />
      <Dialog
        title={`修改「${name}」`}
        description="对以后发出的券有效；已经发出的券不变。"
        isOpen={isEditing}
        onClose={() => setEditing(false)}
      >
        <LimitsForm template={template} onDone={() => setEditing(false)} />
      </Dialog>
    </div>
  )
}

function LimitsForm({ template, onDone }: { readonly template: Template; readonly onDone: () => void }) {
  const { templateId, totalCount, perUserLimit, validDays, isForNewcomers, issued } = template
  const form = useContractForm<CallInput<typeof updateCouponTemplate>>(updateCouponTemplate.input, {
    templateId,
    totalCount,
    perUserLimit,
    validDays,
    isForNewcomers,
  })
  const save = useWrite(updateCouponTemplate, { done: '模板已更新', isQuiet: true, onDone })
  return (
    <Form form={form} write={save} onSubmit={(values) => save.mutate(withBasis(form, values))}>
      <TotalField
        name="totalCount"
        hint={`已发出 ${formatCount(issued)} 张也算在内；不填则不限`}
        codec={nullableIntegerCodec}
      />
      <TextField name="perUserLimit" label="每人最多" inputMode="numeric" codec={integerCodec} />
      <TextField
        name="validDays"
        label="有效天数"
        hint="从领取算起；不填则一直有效"
        inputMode="numeric"
        codec={nullableIntegerCodec}
      />
      <Submit isBusy={save.isPending}>保存</Submit>
    </Form>
  )
}

interface TotalFieldProps {
  readonly name: string
  readonly hint: string
  readonly codec: Codec
}

/** Coupons for newcomers have no total: while the switch is on, its field is away and empty. */
function TotalField({ name, hint, codec }: TotalFieldProps) {
  const { watch, setValue } = useFormContext()
  const isForNewcomers = watch('isForNewcomers') === true
  useEffect(() => {
    if (isForNewcomers) setValue(name, codec.read(''), { shouldDirty: true })
  }, [setValue, name, codec, isForNewcomers])
  return (
    <>
      <SwitchField name="isForNewcomers" label="新注册用户自动获得" hint="从现在起每位新用户一张；不能有总量" />
      {!isForNewcomers && <TextField name={name} label="总量" hint={hint} inputMode="numeric" codec={codec} />}
    </>
  )
}

interface NewTemplateValues {
  name: string
  couponType: CouponType
  parValue: number
  conditionsUse?: number
  businessType: BusinessType
  scopeApplication: CouponScope
  applicableObjects?: string
  validDays?: number
  exchangeCode?: string
  leftCount?: number
  perUserLimit?: number
  isForNewcomers?: boolean
}

const blank: Partial<NewTemplateValues> = {
  name: '',
  couponType: CouponType.fullVolumeReduction,
  conditionsUse: 0,
  businessType: BusinessType.cloudMachine,
  scopeApplication: CouponScope.fullBusiness,
  perUserLimit: 1,
  isForNewcomers: false,
}

function NewTemplate() {
  const [isOpen, setOpen] = useCreating('marketing.write')
  return (
    <>
      <Button tone="primary" icon="plus" onClick={() => setOpen(true)}>
        新建模板
      </Button>
      <Dialog title="新建优惠券模板" isOpen={isOpen} onClose={() => setOpen(false)}>
        <TemplateForm onCreated={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function TemplateForm({ onCreated }: { readonly onCreated: () => void }) {
  const form = useContractForm<Partial<NewTemplateValues>>(createCouponTemplate.input, blank)
  const create = useWrite(createCouponTemplate, {
    isQuiet: true,
    onDone: ({ templateId }) => {
      showToast(`模板 #${templateId} 已建立，可以发放`)
      onCreated()
    },
  })
  // Numbers of goods would be taken for those of configurations.
  useEffect(
    () =>
      form.watch((_values, { name }) => name === 'scopeApplication' && form.resetField('applicableObjects'))
        .unsubscribe,
    [form],
  )
  const isDiscount = form.watch('couponType') === CouponType.discountCoupon
  const scope = form.watch('scopeApplication') ?? CouponScope.fullBusiness
  return (
    <Form form={form} write={create} onSubmit={(values) => create.mutate(values as NewTemplateValues)}>
      <TextField name="name" label="名称" maxLength={32} />
      <SelectField name="couponType" label="种类" options={couponTypes} />
      <TextField
        key={String(isDiscount)}
        name="parValue"
        label={isDiscount ? '折扣（支付的百分比）' : '面值（元）'}
        hint={isDiscount ? '例如 85 为八五折' : undefined}
        inputMode="decimal"
        codec={isDiscount ? integerCodec : centsCodec}
      />
      <TextField
        name="conditionsUse"
        label="满多少可用（元）"
        hint="0 为没有门槛"
        inputMode="decimal"
        codec={centsCodec}
      />
      <SelectField name="businessType" label="用于" options={businessTypes} />
      <SelectField name="scopeApplication" label="适用商品" options={scopes} />
      <ScopeField key={scope} scope={scope} />
      <TextField
        name="validDays"
        label="有效天数"
        hint="从领取算起；不填则一直有效"
        inputMode="numeric"
        codec={integerCodec}
      />
      <TextField name="exchangeCode" label="兑换码" hint="可以不填；4–32 位大写字母和数字" codec={optionalCodec} />
      <TotalField name="leftCount" hint="可以不填" codec={integerCodec} />
      <TextField name="perUserLimit" label="每人最多" inputMode="numeric" codec={integerCodec} />
      <Submit isBusy={create.isPending}>新建模板</Submit>
    </Form>
  )
}

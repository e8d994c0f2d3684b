import { CouponType, couponTypeLabels } from '@yunji/contract/commerce/coupon/enums'
import { BusinessType, businessTypeLabels } from '@yunji/contract/commerce/order/enums'
import { createCouponTemplate, issueCoupons, withdrawCoupons } from '@yunji/contract/operator/commerce-calls'
import { useState } from 'react'
import { messageOf } from '../api/call-api.ts'
import { useWrite } from '../api/query.ts'
import { centsCodec, idsCodec, integerCodec, optionalCodec } from '../ui/codecs.ts'
import {
  Form,
  type Option,
  SelectField,
  Submit,
  SwitchField,
  TextAreaField,
  TextField,
  useContractForm,
} from '../ui/form.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Card } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'

const couponTypes: readonly Option<CouponType>[] = Object.values(CouponType).map((type) => [
  type,
  couponTypeLabels[type],
])
const businessTypes: readonly Option<BusinessType>[] = Object.values(BusinessType).map((type) => [
  type,
  businessTypeLabels[type],
])

export default function CouponsPage() {
  const [templateId, setTemplateId] = useState<number | undefined>()
  return (
    <div className={styles.columns}>
      <Card title="新建模板">
        <TemplateForm onCreated={setTemplateId} />
      </Card>
      <div className={styles.stackedCards}>
        <Card title="发放给用户">
          <IssueForm key={templateId} templateId={templateId} />
        </Card>
        <Card title="停用模板">
          <WithdrawForm key={templateId} templateId={templateId} />
        </Card>
      </div>
    </div>
  )
}

interface Template {
  name: string
  couponType: CouponType
  parValue: number
  conditionsUse?: number
  businessType: BusinessType
  validDays?: number
  exchangeCode?: string
  leftCount?: number
  perUserLimit?: number
  isForNewcomers?: boolean
}

const blank: Partial<Template> = {
  name: '',
  couponType: CouponType.fullVolumeReduction,
  conditionsUse: 0,
  businessType: BusinessType.cloudMachine,
  perUserLimit: 1,
  isForNewcomers: false,
}

function TemplateForm({ onCreated }: { readonly onCreated: (templateId: number) => void }) {
  const form = useContractForm<Partial<Template>>(createCouponTemplate.input, blank)
  const create = useWrite(createCouponTemplate, {
    isQuiet: true,
    onDone: ({ templateId }) => {
      showToast(`模板 #${templateId} 已建立，可以发放`)
      onCreated(templateId)
    },
  })
  const isDiscount = form.watch('couponType') === CouponType.discountCoupon
  return (
    <Form
      form={form}
      failure={create.error ? messageOf(create.error) : undefined}
      onSubmit={(values) => create.mutate(values as Template)}
    >
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
      <TextField
        name="validDays"
        label="有效天数"
        hint="从领取算起；不填则一直有效"
        inputMode="numeric"
        codec={integerCodec}
      />
      <TextField name="exchangeCode" label="兑换码" hint="可以不填；4–32 位大写字母和数字" codec={optionalCodec} />
      <TextField name="leftCount" label="总量" hint="可以不填" inputMode="numeric" codec={integerCodec} />
      <TextField name="perUserLimit" label="每人最多" inputMode="numeric" codec={integerCodec} />
      <SwitchField name="isForNewcomers" label="新注册用户自动获得" hint="从现在起每位新用户一张，不受总量限制" />
      <Submit isBusy={create.isPending}>新建模板</Submit>
    </Form>
  )
}

interface TemplateProps {
  readonly templateId: number | undefined
}

function IssueForm({ templateId }: TemplateProps) {
  const form = useContractForm<{ templateId?: number | undefined; userIds: number[] }>(issueCoupons.input, {
    templateId,
    userIds: [],
  })
  const issue = useWrite(issueCoupons, {
    isQuiet: true,
    onDone: ({ issued, skipped }) =>
      showToast(
        skipped.length === 0 ? `已发放 ${issued} 张` : `已发放 ${issued} 张；${skipped.length} 人超出限制没有发`,
      ),
  })
  const send = async ({ templateId: id = 0, userIds }: { templateId?: number | undefined; userIds: number[] }) => {
    const isSure = await confirm({
      title: `向 ${userIds.length} 位用户各发一张？`,
      text: `模板 #${id} 的优惠券立即到账，用户会收到通知。`,
      confirm: '发放',
    })
    if (isSure) issue.mutate({ templateId: id, userIds })
  }
  return (
    <Form
      form={form}
      failure={issue.error ? messageOf(issue.error) : undefined}
      onSubmit={(values) => void send(values)}
    >
      <TextField name="templateId" label="模板编号" inputMode="numeric" codec={integerCodec} />
      <TextAreaField
        name="userIds"
        label="用户编号"
        hint="用换行、空格或逗号隔开，最多 500 个"
        rows={4}
        codec={idsCodec}
      />
      {(issue.data?.skipped.length ?? 0) > 0 && (
        <p className={styles.waiting}>没有发给：{issue.data?.skipped.join('、')}</p>
      )}
      <Submit isBusy={issue.isPending}>发放…</Submit>
    </Form>
  )
}

function WithdrawForm({ templateId }: TemplateProps) {
  const form = useContractForm<{ templateId?: number | undefined }>(withdrawCoupons.input, { templateId })
  const withdraw = useWrite(withdrawCoupons, {
    isQuiet: true,
    onDone: ({ withdrawn }) => showToast(`模板已停用，${withdrawn} 张券失效`),
  })
  const end = async ({ templateId: id = 0 }: { templateId?: number | undefined }) => {
    const isSure = await confirm({
      title: `停用模板 #${id}？`,
      text: '不能再领取和发放，用户手里尚可使用的券立即失效；被待支付订单占用的不受影响。不能恢复。',
      confirm: '停用',
      isDestructive: true,
    })
    if (isSure) withdraw.mutate({ templateId: id })
  }
  return (
    <Form
      form={form}
      failure={withdraw.error ? messageOf(withdraw.error) : undefined}
      onSubmit={(values) => void end(values)}
    >
      <TextField name="templateId" label="模板编号" inputMode="numeric" codec={integerCodec} />
      <Submit isBusy={withdraw.isPending} isDestructive>
        停用…
      </Submit>
    </Form>
  )
}

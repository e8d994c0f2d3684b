import type { UseMutationResult } from '@tanstack/react-query'
import { getAbout } from '@yunji/contract/configuration/calls'
import { defaultRule } from '@yunji/contract/devices/availability/rules'
import { weekdayLabels } from '@yunji/contract/devices/schedule/rules'
import { formatBeans } from '@yunji/contract/display/money'
import { formatCount } from '@yunji/contract/display/text'
import { getAvailabilityRule, setAvailabilityRule } from '@yunji/contract/operator/availability-calls'
import { getPacks, setPackBonus } from '@yunji/contract/operator/commerce-calls'
import {
  getRenewalText,
  getTrialTerms,
  setAbout,
  setRenewalText,
  setTrialTerms,
} from '@yunji/contract/operator/content-calls'
import { getServiceSettings, setServiceSettings } from '@yunji/contract/operator/service-calls'
import type { ServiceSettings } from '@yunji/contract/service/schema'
import type { CallData } from '@yunji/contract/wire/call'
import { type ReactNode, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { centsCodec, integerCodec } from '../ui/codecs.ts'
import { Check, Form, Submit, SwitchField, TextAreaField, TextField, useContractForm, withBasis } from '../ui/form.tsx'
import { money } from '../ui/money.ts'
import { Dialog } from '../ui/overlays.tsx'
import { Async, Card } from '../ui/states.tsx'
import { ConfigurationField } from './choice-fields.tsx'
import styles from './detail.module.css'

/** Settings that customers notice at once. */
export default function SettingsPage() {
  const service = useCall(getServiceSettings, {})
  const rule = useCall(getAvailabilityRule, {})
  const trial = useCall(getTrialTerms, {})
  const about = useCall(getAbout, {})
  const renewal = useCall(getRenewalText, {})
  return (
    <div className={styles.columns}>
      <div className={styles.stackedCards}>
        <Card title="客服">
          <Async of={service}>{({ settings }) => <ServiceForm settings={settings} />}</Async>
        </Card>
        <Card title="运营方信息">
          <Async of={about}>{(read) => <AboutForm about={read} />}</Async>
        </Card>
      </div>
      <div className={styles.stackedCards}>
        <Card title="中断补偿">
          <Async of={rule}>{(read) => <RuleForm rule={read} />}</Async>
        </Card>
        <Card title="试用">
          <Async of={trial}>{(read) => <TrialForm trial={read} />}</Async>
        </Card>
        <Card title="云豆套餐">
          <PackList />
        </Card>
        <Card title="续费提醒">
          <Async of={renewal}>{(read) => <RenewalTextForm {...read} />}</Async>
        </Card>
      </div>
    </div>
  )
}

interface SettingsFormProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>
  readonly save: Pick<UseMutationResult<unknown, unknown>, 'error' | 'isSuccess' | 'submittedAt' | 'isPending'> & {
    mutate(values: Values & { basedOn?: Record<string, unknown> }): void
  }
  readonly children: ReactNode
}

/** Read-only for operators with `settings.read` alone. */
function SettingsForm<Values extends FieldValues>({ form, save, children }: SettingsFormProps<Values>) {
  const mayWrite = useRight('settings.write')
  return (
    <Form form={form} write={save} isReadOnly={!mayWrite} onSubmit={(values) => save.mutate(withBasis(form, values))}>
      {children}
      {mayWrite && <Submit isBusy={save.isPending}>保存</Submit>}
    </Form>
  )
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const blank: ServiceSettings = { url: '', phone: '', wechat: '', hours: null, answerMinutes: 120 }
const firstHours = { weekdays: everyDay, from: '09:00', to: '21:00', holidays: [] as string[] }

const linesCodec = {
  show: (value: unknown) => (Array.isArray(value) ? value.join('\n') : ''),
  read: (text: string) => text.split(/\s+/).filter(Boolean),
}

function ServiceForm({ settings }: { readonly settings: ServiceSettings | null }) {
  const form = useContractForm<ServiceSettings>(setServiceSettings.input, settings ?? blank)
  const save = useWrite(setServiceSettings, { done: '已保存，用户立即看到', isQuiet: true })
  const hours = form.watch('hours')
  const setDay = (day: number, isOn: boolean): void => {
    const others = (hours?.weekdays ?? []).filter((other) => other !== day)
    const weekdays = isOn ? [...others, day].toSorted((one, other) => one - other) : others
    form.setValue('hours.weekdays', weekdays, { shouldValidate: true, shouldDirty: true })
  }
  return (
    <SettingsForm form={form} save={save}>
      <TextField name="phone" label="电话" hint="空的不显示" />
      <TextField name="wechat" label="微信号" hint="空的不显示" />
      <TextField name="url" label="在线客服的地址" hint="以 https:// 开头；空的不显示" />
      <Check
        label="公布服务时间"
        isChecked={hours !== null}
        onChange={(isOn) => form.setValue('hours', isOn ? firstHours : null, { shouldDirty: true })}
      />
      {hours && (
        <>
          <div className={styles.days} role="group" aria-label="服务日">
            {everyDay.map((day) => (
              <Check
                key={day}
                label={`周${weekdayLabels[day - 1]}`}
                isChecked={hours.weekdays.includes(day)}
                onChange={(isOn) => setDay(day, isOn)}
              />
            ))}
          </div>
          <TextField name="hours.from" label="开始" type="time" />
          <TextField name="hours.to" label="结束" type="time" />
          <TextAreaField
            name="hours.holidays"
            label="休息日"
            hint="每行一个，如 2027-01-01"
            rows={3}
            codec={linesCodec}
          />
        </>
      )}
      <TextField
        name="answerMinutes"
        label="回复时限（分钟）"
        hint="按服务时间计算，超过的工单标为超时"
        inputMode="numeric"
        codec={integerCodec}
      />
    </SettingsForm>
  )
}

type Rule = CallData<typeof getAvailabilityRule>

function RuleForm({ rule }: { readonly rule: Rule }) {
  const form = useContractForm<Rule>(setAvailabilityRule.input, { ...defaultRule, ...rule })
  const save = useWrite(setAvailabilityRule, { done: '已保存，已补偿的不变', isQuiet: true })
  return (
    <SettingsForm form={form} save={save}>
      <SwitchField name="isOn" label="补偿平台原因的中断" hint="关闭后只记录，不补偿" />
      <TextField name="minutesAtOnce" label="单次超过（分钟）即补偿" inputMode="numeric" codec={integerCodec} />
      <TextField name="minutesPerDay" label="一天累计超过（分钟）即补偿" inputMode="numeric" codec={integerCodec} />
      <TextField name="factor" label="补偿倍数" inputMode="numeric" codec={integerCodec} />
      <TextField name="maxHoursPerDay" label="每天最多补偿（小时）" inputMode="numeric" codec={integerCodec} />
      <TextField
        name="maxPhoneHoursPerMonth"
        label="云手机本身的故障，30 天内最多补偿（小时）"
        inputMode="numeric"
        codec={integerCodec}
      />
    </SettingsForm>
  )
}

type Trial = CallData<typeof getTrialTerms>

function TrialForm({ trial: { terms, running, claimed } }: { readonly trial: Trial }) {
  const form = useContractForm<Trial['terms']>(setTrialTerms.input, terms)
  const save = useWrite(setTrialTerms, { done: '已保存', isQuiet: true })
  return (
    <SettingsForm form={form} save={save}>
      <p className={styles.note}>
        正在试用 {formatCount(running)} 台，累计领取 {formatCount(claimed)} 次。
      </p>
      <SwitchField name="isOn" label="开放试用" hint="关闭后不能再领取，进行中的不受影响" />
      <ConfigurationField name="configId" none="最低的在售配置" />
      <TextField name="maximumPercent" label="试用最多占机房容量（%）" inputMode="numeric" codec={integerCodec} />
      <TextField name="keepFreePercent" label="为购买保留的容量（%）" inputMode="numeric" codec={integerCodec} />
    </SettingsForm>
  )
}

type About = CallData<typeof getAbout>

function AboutForm({ about }: { readonly about: About }) {
  const form = useContractForm<About>(setAbout.input, about)
  const save = useWrite(setAbout, { done: '已保存，「关于」和协议立即更新', isQuiet: true })
  return (
    <SettingsForm form={form} save={save}>
      <TextField name="companyName" label="公司名称" hint="协议中的运营方" maxLength={64} />
      <TextField name="icpNumber" label="备案号" maxLength={64} />
      <TextField name="contactPhone" label="联系电话" maxLength={64} />
      <TextField name="contactEmail" label="联系邮箱" maxLength={64} />
      <TextField name="address" label="地址" maxLength={128} />
    </SettingsForm>
  )
}

function PackList() {
  const packs = useCall(getPacks, {})
  const [changed, setChanged] = useState<Pack | null>(null)
  const mayWrite = useRight('settings.write')
  return (
    <Async of={packs}>
      {({ packs: listed }) => (
        <>
          <ul className={styles.lines}>
            {listed.map((pack) => (
              <li key={pack.packId}>
                <span>
                  {formatBeans(pack.beansCents)} 豆，{money(pack.beansCents)}，
                  {pack.bonusCents === 0 ? '不赠送' : `赠送 ${formatBeans(pack.bonusCents)} 豆`}
                </span>
                {mayWrite && (
                  <Button tone="ghost" onClick={() => setChanged(pack)}>
                    修改
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <Dialog
            title={changed ? `${formatBeans(changed.beansCents)} 豆套餐的赠送` : ''}
            description="价格不变，一豆总是一分；用户立即看到。"
            isOpen={changed !== null}
            onClose={() => setChanged(null)}
          >
            {changed && <PackBonusForm key={changed.packId} pack={changed} onDone={() => setChanged(null)} />}
          </Dialog>
        </>
      )}
    </Async>
  )
}

type Pack = CallData<typeof getPacks>['packs'][number]

function PackBonusForm({ pack, onDone }: { readonly pack: Pack; readonly onDone: () => void }) {
  const { packId, bonusCents } = pack
  const form = useContractForm(setPackBonus.input, { packId, bonusCents })
  const save = useWrite(setPackBonus, { done: '已保存，用户立即看到', isQuiet: true, onDone })
  return (
    <SettingsForm form={form} save={save}>
      <TextField
        name="bonusCents"
        label="赠送（元）"
        hint="一元为 100 云豆；0 为不赠送"
        inputMode="decimal"
        codec={centsCodec}
      />
    </SettingsForm>
  )
}

function RenewalTextForm({ text, defaultText }: CallData<typeof getRenewalText>) {
  const form = useContractForm(setRenewalText.input, { text })
  const save = useWrite(setRenewalText, { done: '已保存，用户立即看到', isQuiet: true })
  return (
    <SettingsForm form={form} save={save}>
      <TextField name="text" label="提醒文字" hint={`不填为默认：${defaultText}`} maxLength={100} />
    </SettingsForm>
  )
}

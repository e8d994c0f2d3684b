import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { androidVersions, GoodsLevel, goodsLevelLabels } from '@yunji/contract/commerce/commodity/enums'
import { priceRefusalTexts, type Rounding } from '@yunji/contract/commerce/commodity/pricing'
import { applyReprice, previewReprice, searchGoods } from '@yunji/contract/operator/goods-calls'
import type { RepriceLine } from '@yunji/contract/operator/goods-records'
import { getStockPlaces } from '@yunji/contract/operator/phone-calls'
import type { CallData, CallInput } from '@yunji/contract/wire/call'
import { useEffect, useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { type Codec, hundredthsCodec } from '../ui/codecs.ts'
import { Form, type Option, SelectField, Submit, TextField, useContractForm } from '../ui/form.tsx'
import { money } from '../ui/money.ts'
import { confirm } from '../ui/overlays.tsx'
import { Async, Card, Empty, Tag } from '../ui/states.tsx'
import styles from './detail.module.css'
import { configurationOf, rentalTimeChoices, rentalTimeOf } from './labels.tsx'

type Repricing = CallInput<typeof previewReprice>
type DryRun = CallData<typeof previewReprice>

const ANY = 'any'
const MOST_GOODS = '100'
/** No choice is no field. */
const anyCodec: Codec = { show: (value) => String(value ?? ANY), read: (text) => (text === ANY ? undefined : text) }
const withAny = (options: readonly Option[]): readonly Option[] => [[ANY, '全部'], ...options]

const levels = Object.values(GoodsLevel).map((level) => [String(level), goodsLevelLabels[level]] as const)
const roundingNames: Readonly<Record<Rounding, string>> = { fen: '到分', jiao: '到角', yuan: '到元' }

const blank: Repricing = { by: 'percent', change: '', target: 'price', rounding: 'jiao', onSale: 'yes' }

/** Dry runs of all rules. */
const dryRuns = { queryKey: [previewReprice.path] }

export default function RepricePage() {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Repricing | null>(null)
  const [applied, setApplied] = useState<number | null>(null)
  const ask = (next: Repricing): void => {
    setApplied(null)
    setAsked(next)
    // The same rule again, or an earlier one, must show what a colleague has changed since.
    void client.resetQueries(dryRuns)
  }
  // Read again after the change, the same rule would name prices that it has already changed.
  const finish = (count: number): void => {
    setAsked(null)
    setApplied(count)
  }
  return (
    <div className={styles.stackedCards}>
      <Card title="范围和规则">
        <RuleForm onAsk={ask} />
      </Card>
      <Card title="试算">
        {asked ? (
          <DryRunOf key={JSON.stringify(asked)} asked={asked} onApplied={finish} />
        ) : applied !== null ? (
          <Empty
            title={`已调整 ${applied} 个商品的价格`}
            hint="每次调整都在「价格变动」中；再次调整前请重新试算。"
            icon="check"
          />
        ) : (
          <Empty title="还没有试算" hint="选择范围和规则后先试算，核对每个价格，再执行。" icon="sliders" />
        )}
      </Card>
    </div>
  )
}

function RuleForm({ onAsk }: { readonly onAsk: (asked: Repricing) => void }) {
  const places = useCall(getStockPlaces, {}, { isEnabled: useRight('devices.read') })
  const isReading = useIsFetching(dryRuns) > 0
  const form = useContractForm<Repricing>(previewReprice.input, blank)
  const [by, goodId] = form.watch(['by', 'goodId'])
  const isPercent = by === 'percent'
  // A configuration is of one good.
  useEffect(
    () => form.watch((_values, { name }) => name === 'goodId' && form.resetField('configId')).unsubscribe,
    [form],
  )
  const goods = useCall(searchGoods, { rows: MOST_GOODS }).data?.records ?? []
  const chosen = goods.filter((one) => goodId === undefined || String(one.goodId) === goodId)
  const configurations = chosen.flatMap((one) =>
    one.configurations.map((each) => [each.configId, `${one.name} ${configurationOf(each)}`] as const),
  )
  return (
    <Form form={form} onSubmit={(values) => onAsk({ ...values })}>
      <div className={styles.fieldGrid}>
        <SelectField name="goodsLevel" label="档次" options={withAny(levels)} codec={anyCodec} />
        <SelectField
          name="version"
          label="系统版本"
          options={withAny(androidVersions.map((each) => [each, each] as const))}
          codec={anyCodec}
        />
        <SelectField name="goodTime" label="时长" options={withAny(rentalTimeChoices)} codec={anyCodec} />
        <SelectField
          name="kind"
          label="计费"
          options={withAny([
            ['prepaid', '预付'],
            ['metered', '按时计费'],
          ])}
          codec={anyCodec}
        />
        <SelectField
          name="zoneId"
          label="机房有货的配置"
          options={withAny((places.data?.zones ?? []).map(({ zoneId, name }) => [String(zoneId), name] as const))}
          codec={anyCodec}
        />
        <SelectField
          name="onSale"
          label="状态"
          options={withAny([
            ['yes', '在售'],
            ['no', '已下架'],
          ])}
          codec={anyCodec}
        />
        <SelectField
          name="goodId"
          label="型号"
          options={withAny(goods.map((one) => [String(one.goodId), one.name] as const))}
          codec={anyCodec}
        />
        <SelectField
          name="configId"
          label="配置"
          options={withAny(configurations.map(([id, text]) => [String(id), text] as const))}
          codec={anyCodec}
        />
      </div>
      <div className={styles.fieldGrid}>
        <SelectField
          name="by"
          label="方式"
          options={[
            ['percent', '按百分比'],
            ['amount', '按金额'],
          ]}
        />
        <TextField
          name="change"
          label={isPercent ? '调整（%）' : '调整（元）'}
          hint={isPercent ? '例如 -10 为降一成' : '例如 -5 为降 5 元'}
          inputMode="decimal"
          codec={hundredthsCodec}
        />
        <SelectField
          name="target"
          label="调整"
          options={[
            ['price', '售价'],
            ['first', '首购价'],
            ['all', '售价、划线价和首购价'],
          ]}
        />
        <SelectField
          name="rounding"
          label="四舍五入"
          options={Object.entries(roundingNames).map(([name, label]) => [name, label] as const)}
        />
      </div>
      <Submit isBusy={isReading}>试算</Submit>
    </Form>
  )
}

interface DryRunProps {
  readonly asked: Repricing
  readonly onApplied: (count: number) => void
}

function DryRunOf({ asked, onApplied }: DryRunProps) {
  const dryRun = useCall(previewReprice, asked)
  return <Async of={dryRun}>{(read) => <DryRunView asked={asked} dryRun={read} onApplied={onApplied} />}</Async>
}

function DryRunView({ asked, dryRun, onApplied }: DryRunProps & { readonly dryRun: DryRun }) {
  const { lines, unchanged, digest } = dryRun
  const refused = lines.filter(({ refusal }) => refusal !== null)
  const changes = lines.length - refused.length
  const apply = useWrite(applyReprice, {
    onDone: ({ productIds }) => onApplied(productIds.length),
  })
  const applyAll = async (): Promise<void> => {
    const isSure = await confirm({
      title: `调整 ${changes} 个商品的价格？`,
      text: `立即生效，已下的订单不变。${refused.length > 0 ? `有 ${refused.length} 个不能调整，保持原价。` : ''}其间有价格变化时一个也不调整。`,
      confirm: '执行',
      isDestructive: true,
    })
    if (isSure) apply.mutate({ ...asked, digest })
  }
  return (
    <div className={styles.detail}>
      <p className={styles.note}>
        {changes} 个商品的价格会变化，{refused.length} 个不能调整，{unchanged} 个没有变化。
      </p>
      {lines.length > 0 && (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">商品</th>
              <th scope="col">售价</th>
              <th scope="col">划线价</th>
              <th scope="col">首购价</th>
              <th scope="col">结果</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <RepriceRow key={line.productId} of={line} />
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.buttons}>
        <Button tone="primary" disabled={changes === 0} isBusy={apply.isPending} onClick={() => void applyAll()}>
          执行…
        </Button>
      </div>
    </div>
  )
}

function RepriceRow({ of: line }: { readonly of: RepriceLine }) {
  const { before, after, refusal } = line
  return (
    <tr>
      <th scope="row">
        #{line.productId} {line.goodsName} {configurationOf(line)} {rentalTimeOf(line)}
      </th>
      <PriceCell before={before.priceCents} after={after.priceCents} />
      <PriceCell before={before.oldPriceCents} after={after.oldPriceCents} />
      <PriceCell before={before.firstPriceCents} after={after.firstPriceCents} />
      <td>{refusal ? <Tag tone="dead">{priceRefusalTexts[refusal]}</Tag> : <Tag tone="run">调整</Tag>}</td>
    </tr>
  )
}

function PriceCell({ before, after }: { readonly before: number | null; readonly after: number | null }) {
  if (before === null || after === null) return <td>--</td>
  if (before === after) return <td className={styles.same}>{money(before)}</td>
  return (
    <td>
      <del>{money(before)}</del> <ins>{money(after)}</ins>
    </td>
  )
}

import { Link } from '@tanstack/react-router'
import { GoodsLevel, goodsLevelLabels } from '@yunji/contract/commerce/commodity/enums'
import { type PriceTerms, priceRefusalOf, priceRefusalTexts } from '@yunji/contract/commerce/commodity/pricing'
import { getPriceHistory, searchProducts, setPrice } from '@yunji/contract/operator/goods-calls'
import type { PriceChange, ProductRecord } from '@yunji/contract/operator/goods-records'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { centsCodec, nullableCodec } from '../ui/codecs.ts'
import { Form, Submit, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { confirm } from '../ui/overlays.tsx'
import { Async, Card, Facts, State, Tag } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { configurationOf, rentalTimeChoices, rentalTimeOf, time } from './labels.tsx'
import { priceText } from './price-history.tsx'

const optionalMoney = (cents: number | null): string => (cents === null ? '--' : money(cents))

const columns: readonly Column<ProductRecord>[] = [
  { id: 'productId', title: '商品', cell: ({ productId }) => `#${productId}`, sortBy: ({ productId }) => productId },
  { id: 'goodsName', title: '型号', cell: ({ goodsName }) => goodsName, sortBy: ({ goodsName }) => goodsName },
  { id: 'configuration', title: '配置', cell: configurationOf },
  { id: 'goodTime', title: '时长', cell: rentalTimeOf, sortBy: ({ goodTime }) => goodTime },
  {
    id: 'priceCents',
    title: '售价',
    align: 'right',
    cell: ({ priceCents }) => money(priceCents),
    sortBy: ({ priceCents }) => priceCents,
  },
  { id: 'oldPriceCents', title: '划线价', align: 'right', cell: ({ oldPriceCents }) => optionalMoney(oldPriceCents) },
  {
    id: 'firstPriceCents',
    title: '首购价',
    align: 'right',
    cell: ({ firstPriceCents }) => optionalMoney(firstPriceCents),
  },
  {
    id: 'activities',
    title: '活动',
    cell: ({ activities: [first, ...others] }) =>
      first ? (
        <>
          <Tag>{first.name}</Tag>
          {others.length > 0 && ` 等 ${others.length + 1} 场`}
        </>
      ) : (
        '--'
      ),
  },
  {
    id: 'isOnSale',
    title: '状态',
    cell: ({ isOnSale }) => <State tone={isOnSale ? 'run' : 'off'}>{isOnSale ? '在售' : '已下架'}</State>,
  },
]

const productFilters = [
  {
    name: 'goodsLevel',
    label: '档次',
    options: Object.values(GoodsLevel).map((level) => [String(level), goodsLevelLabels[level]] as const),
  },
  {
    name: 'goodTime',
    label: '时长',
    options: rentalTimeChoices,
  },
  {
    name: 'kind',
    label: '计费',
    options: [
      ['prepaid', '预付'],
      ['metered', '按时计费'],
    ],
  },
  {
    name: 'hasFirstPrice',
    label: '首购价',
    options: [
      ['yes', '有首购价'],
      ['no', '没有首购价'],
    ],
  },
  {
    name: 'onSale',
    label: '状态',
    options: [
      ['yes', '在售'],
      ['no', '已下架'],
    ],
  },
] as const

export default function PricesPage() {
  return (
    <ListPage
      id="prices"
      call={searchProducts}
      actions={<ExportButton list="products" />}
      columns={columns}
      rowId={({ productId }) => String(productId)}
      searches={[{ name: 'text', label: '型号名称或商品编号' }]}
      filters={productFilters}
      empty="还没有商品"
      detailTitle={(product) => `${product.goodsName} ${rentalTimeOf(product)}`}
      renderDetail={(product) => <ProductDetail key={product.productId} product={product} />}
    />
  )
}

function ProductDetail({ product }: { readonly product: ProductRecord }) {
  const mayWrite = useRight('goods.write')
  const history = useCall(getPriceHistory, { productId: String(product.productId) })
  const { priceCents, oldPriceCents, firstPriceCents } = product
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['商品', `#${product.productId}`],
          ['配置', `${configurationOf(product)}（#${product.configId}）`],
          ['售价', money(priceCents)],
          ['划线价', optionalMoney(oldPriceCents)],
          ['首购价', optionalMoney(firstPriceCents)],
        ]}
      />
      {product.activities.length > 0 && (
        <Card title="活动价">
          <ul className={styles.lines}>
            {product.activities.map(({ activityId, name, kind, priceCents: reduced, startsAt, endsAt }) => (
              <li key={activityId}>
                <span>
                  {name} <Tag tone="brand">{kind === 'seckill' ? '秒杀' : '折扣'}</Tag> {time(startsAt)} 至{' '}
                  {time(endsAt)}
                </span>
                <span>{money(reduced)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {/* A price that somebody else has changed begins a new form. */}
      {mayWrite && <PriceForm key={JSON.stringify([priceCents, oldPriceCents, firstPriceCents])} product={product} />}
      <Async of={history}>
        {({ records, nextCursor }) => (
          <History of={records} rest={nextCursor === null ? null : { productId: String(product.productId) }} />
        )}
      </Async>
    </div>
  )
}

interface PriceValues extends PriceTerms {
  productId: number
  seen: PriceTerms
}

function PriceForm({ product }: { readonly product: ProductRecord }) {
  const { productId, priceCents, oldPriceCents, firstPriceCents, isMetered, activities } = product
  const seen = { priceCents, oldPriceCents, firstPriceCents }
  const form = useContractForm<PriceValues>(setPrice.input, { productId, seen, ...seen })
  const save = useWrite(setPrice, { done: '价格已更新', isQuiet: true })
  const next = form.watch()
  const refusal = priceRefusalOf(next, { isMetered, activityCents: activities.map((each) => each.priceCents) })
  const change = async (values: PriceValues): Promise<void> => {
    const isSure = await confirm({
      title: `售价从 ${money(priceCents)} 改为 ${money(values.priceCents)}？`,
      text: isMetered
        ? '立即生效：新的购买按新价，正在运行的从下一小时起按新价扣豆。'
        : '立即生效：新的购买和续费按新价，已下的订单不变。',
      confirm: '修改价格',
    })
    if (isSure) save.mutate(values)
  }
  return (
    <Card title="修改价格">
      <Form
        form={form}
        write={save}
        failure={form.formState.isDirty && refusal ? priceRefusalTexts[refusal] : undefined}
        onSubmit={(values) => void change(values)}
      >
        <TextField name="priceCents" label="售价（元）" inputMode="decimal" codec={centsCodec} />
        <TextField
          name="oldPriceCents"
          label="划线价（元）"
          hint="只用来显示，可以不填"
          inputMode="decimal"
          codec={nullableCodec(centsCodec)}
        />
        {!isMetered && (
          <TextField
            name="firstPriceCents"
            label="首购价（元）"
            hint="没有买过这个商品的用户买第一件的价格，可以不填"
            inputMode="decimal"
            codec={nullableCodec(centsCodec)}
          />
        )}
        <Submit isBusy={save.isPending} isDisabled={!form.formState.isDirty || refusal !== null}>
          修改价格…
        </Submit>
      </Form>
    </Card>
  )
}

interface HistoryProps {
  readonly of: readonly PriceChange[]
  /** Query of the list that has all of them; null where these are all. */
  readonly rest: { readonly productId: string } | null
}

function History({ of, rest }: HistoryProps) {
  return (
    <div className={styles.block}>
      <h3>价格变动</h3>
      {of.length === 0 ? (
        <p className={styles.note}>还没有改过价格。</p>
      ) : (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">生效</th>
              <th scope="col">人员</th>
              <th scope="col">之前</th>
              <th scope="col">之后</th>
            </tr>
          </thead>
          <tbody>
            {of.map(({ changeId, validFrom, operatorName, before, after }) => (
              <tr key={changeId}>
                <td>{time(validFrom)}</td>
                <td>{operatorName}</td>
                <td>{priceText(before)}</td>
                <td>{priceText(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rest && (
        <p className={styles.note}>
          只列出最近 {of.length} 次，
          <Link to="/price-history" search={rest as never}>
            查看全部
          </Link>
        </p>
      )}
    </div>
  )
}

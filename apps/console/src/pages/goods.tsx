import { GoodsLevel, goodsLevelLabels, imageTypeLabels } from '@yunji/contract/commerce/commodity/enums'
import { searchGoods, setProductListed } from '@yunji/contract/operator/goods-calls'
import type { ConfigurationRecord, GoodsRecord } from '@yunji/contract/operator/goods-records'
import { useState } from 'react'
import { useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { Card, State, Tag } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { ConfigurationForm, GoodsForm, ProductForm } from './goods-forms.tsx'
import { configurationOf, rentalTimeOf } from './labels.tsx'

const Listed = ({ isListed }: { readonly isListed: boolean }) => (
  <State tone={isListed ? 'run' : 'off'}>{isListed ? '在售' : '已下架'}</State>
)

const columns: readonly Column<GoodsRecord>[] = [
  { id: 'name', title: '型号', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'goodId', title: '编号', cell: ({ goodId }) => `#${goodId}` },
  { id: 'goodsLevel', title: '档次', cell: ({ goodsLevel }) => goodsLevelLabels[goodsLevel] },
  {
    id: 'tags',
    title: '标签',
    cell: ({ tags }) => (
      <span className={styles.tags}>
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </span>
    ),
  },
  { id: 'configurations', title: '配置', align: 'right', cell: ({ configurations }) => configurations.length },
  {
    id: 'phones',
    title: '使用中',
    align: 'right',
    cell: ({ configurations }) => configurations.reduce((sum, { phoneCount }) => sum + phoneCount, 0),
  },
  {
    id: 'position',
    title: '顺序',
    align: 'right',
    cell: ({ position }) => position,
    sortBy: ({ position }) => position,
  },
  { id: 'isListed', title: '状态', cell: ({ isListed }) => Listed({ isListed }) },
]

export default function GoodsPage() {
  const mayWrite = useRight('goods.write')
  const [isAdding, setAdding] = useCreating('goods.write')
  return (
    <>
      <ListPage
        id="goods"
        call={searchGoods}
        columns={columns}
        rowId={({ goodId }) => String(goodId)}
        filters={[
          {
            name: 'goodsLevel',
            label: '档次',
            options: Object.values(GoodsLevel).map((level) => [String(level), goodsLevelLabels[level]] as const),
          },
          {
            name: 'onSale',
            label: '状态',
            options: [
              ['yes', '在售'],
              ['no', '已下架'],
            ],
          },
        ]}
        empty="还没有型号"
        actions={
          <>
            <ExportButton list="goods" />
            {mayWrite && (
              <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
                新建型号
              </Button>
            )}
          </>
        }
        detailTitle={({ name }) => name}
        renderDetail={(goods) => <GoodsDetail key={goods.goodId} goods={goods} mayWrite={mayWrite} />}
      />
      <Dialog title="新建型号" kind="wide" isOpen={isAdding} onClose={() => setAdding(false)}>
        <GoodsForm onDone={() => setAdding(false)} />
      </Dialog>
    </>
  )
}

/** A configuration to edit; without an id it is new. */
type Edited = Partial<ConfigurationRecord> | null

function GoodsDetail({ goods, mayWrite }: { readonly goods: GoodsRecord; readonly mayWrite: boolean }) {
  const [edited, setEdited] = useState<Edited>(null)
  const [addsTo, setAddsTo] = useState<ConfigurationRecord | null>(null)
  return (
    <div className={styles.detail}>
      <div className={styles.goodsHead}>
        <img src={goods.picture} alt="" width={72} height={72} />
        <div>
          <p>{goods.tagline || '--'}</p>
          <p className={styles.note}>图片随档次绘制</p>
        </div>
      </div>
      {mayWrite && (
        <Card title="型号">
          <GoodsForm goods={goods} />
        </Card>
      )}
      {goods.configurations.map((configuration) => (
        <Card
          key={configuration.configId}
          title={`#${configuration.configId} ${configurationOf(configuration)}`}
          note={<Listed isListed={configuration.isListed} />}
        >
          <p className={styles.note}>
            {configuration.imageTypes.map((type) => imageTypeLabels[type]).join('、')}，{configuration.phoneCount}{' '}
            台使用中
          </p>
          <ProductLines configuration={configuration} mayWrite={mayWrite} />
          {mayWrite && (
            <div className={styles.buttons}>
              <Button icon="plus" onClick={() => setAddsTo(configuration)}>
                添加时长
              </Button>
              <Button icon="edit" onClick={() => setEdited(configuration)}>
                修改配置
              </Button>
            </div>
          )}
        </Card>
      ))}
      {mayWrite && (
        <div className={styles.buttons}>
          <Button tone="tint" icon="plus" onClick={() => setEdited({})}>
            新建配置
          </Button>
        </div>
      )}
      <Dialog
        title={edited?.configId ? `修改配置 #${edited.configId}` : '新建配置'}
        kind="wide"
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
      >
        {edited && <ConfigurationForm goodId={goods.goodId} of={edited} onDone={() => setEdited(null)} />}
      </Dialog>
      <Dialog title="添加时长" isOpen={addsTo !== null} onClose={() => setAddsTo(null)}>
        {addsTo && <ProductForm configId={addsTo.configId} onDone={() => setAddsTo(null)} />}
      </Dialog>
    </div>
  )
}

interface ProductLinesProps {
  readonly configuration: ConfigurationRecord
  readonly mayWrite: boolean
}

function ProductLines({ configuration, mayWrite }: ProductLinesProps) {
  const list = useWrite(setProductListed, { done: '已更新' })
  const change = async (product: ConfigurationRecord['products'][number]): Promise<void> => {
    const { productId, isListed } = product
    const isSure =
      !isListed ||
      (await confirm({
        title: `下架 ${configurationOf(configuration)} 的「${rentalTimeOf(product)}」？`,
        text: '立即不能购买，也不能续费这个时长；设为自动续费的会失败并通知用户。已下的订单不变。',
        confirm: '下架',
        isDestructive: true,
      }))
    if (isSure) list.mutate({ productId, isListed: !isListed })
  }
  return (
    <ul className={styles.lines}>
      {configuration.products.map((product) => (
        <li key={product.productId}>
          <span>
            #{product.productId} {rentalTimeOf(product)} {!product.isListed && <Tag>已下架</Tag>}
          </span>
          <span className={styles.tags}>
            {money(product.priceCents)}
            {mayWrite && (
              <Button tone="ghost" disabled={list.isPending} onClick={() => void change(product)}>
                {product.isListed ? '下架' : '上架'}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

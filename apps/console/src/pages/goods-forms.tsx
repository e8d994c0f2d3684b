import {
  androidVersions,
  GoodsLevel,
  goodsLevelLabels,
  ImageType,
  imageTypeLabels,
} from '@yunji/contract/commerce/commodity/enums'
import { SupplierType } from '@yunji/contract/devices/device/enums'
import { createProduct, saveConfiguration, saveGoods } from '@yunji/contract/operator/goods-calls'
import type { ConfigurationRecord, GoodsRecord } from '@yunji/contract/operator/goods-records'
import { supplierLabels } from '@yunji/contract/operator/labels'
import type { CallInput } from '@yunji/contract/wire/call'
import { useController } from 'react-hook-form'
import { useWrite } from '../api/query.ts'
import { type Codec, centsCodec, integerCodec, nullableCodec } from '../ui/codecs.ts'
import {
  Check,
  Form,
  SelectField,
  Submit,
  SwitchField,
  TextAreaField,
  TextField,
  useContractForm,
  useStateField,
  withBasis,
} from '../ui/form.tsx'
import { confirm } from '../ui/overlays.tsx'
import styles from './detail.module.css'
import { configurationOf, rentalTimeOptions } from './labels.tsx'

type GoodsValues = CallInput<typeof saveGoods>

/** One in each line. */
const linesCodec: Codec = {
  show: (value) => (value as string[]).join('\n'),
  read: (text) => text.split('\n').flatMap((line) => line.trim() || []),
}

/** Title and note of one in each line, parted by a bar. */
const highlightsCodec: Codec = {
  show: (value) => (value as GoodsValues['highlights']).map(({ title, note }) => `${title}｜${note}`).join('\n'),
  read: (text) =>
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [title = '', ...note] = line.split(/[｜|]/)
        return { title: title.trim(), note: note.join('｜').trim() }
      }),
}

const suppliers = Object.values(SupplierType).map((supplier) => [supplier, supplierLabels[supplier]] as const)

const blankGoods: GoodsValues = {
  goodsLevel: GoodsLevel.enjoy,
  name: '',
  tagline: '',
  tags: [],
  highlights: [],
  position: 0,
  isListed: false,
}

const valuesOf = ({ picture: _picture, configurations: _configurations, ...values }: GoodsRecord): GoodsValues => values

export function GoodsForm({ goods, onDone }: { readonly goods?: GoodsRecord; readonly onDone?: () => void }) {
  const form = useContractForm<GoodsValues>(saveGoods.input, goods ? valuesOf(goods) : blankGoods)
  const withChangedState = useStateField(form, 'isListed', goods?.isListed)
  const save = useWrite(saveGoods, { done: goods ? '型号已更新' : '型号已建立，请添加配置', isQuiet: true, onDone })
  const submit = async (values: GoodsValues): Promise<void> => {
    const input = withChangedState(values)
    const isSure =
      !goods ||
      input.isListed !== false ||
      (await confirm({
        title: `下架「${goods.name}」？`,
        text: '立即不再显示，也不能购买；已有的云手机仍可续费，已下的订单不变。',
        confirm: '下架',
        isDestructive: true,
      }))
    if (isSure) save.mutate(goods ? withBasis(form, input) : input)
  }
  return (
    <Form form={form} write={save} onSubmit={(values) => void submit(values)}>
      <TextField name="name" label="名称" maxLength={32} />
      <SelectField
        name="goodsLevel"
        label="档次"
        hint="图片随档次绘制"
        options={Object.values(GoodsLevel).map((level) => [level, goodsLevelLabels[level]] as const)}
      />
      <TextField name="tagline" label="一句话说明" maxLength={64} />
      <TextAreaField name="tags" label="标签" hint="显示在名称旁，每行一个，最多 6 个" rows={2} codec={linesCodec} />
      <TextAreaField
        name="highlights"
        label="卖点"
        hint="每行一个：标题｜说明，最多 6 个"
        rows={3}
        codec={highlightsCodec}
      />
      <TextField name="position" label="顺序" hint="小的在前" inputMode="numeric" codec={integerCodec} />
      <SwitchField name="isListed" label="上架" hint="下架后不显示也不能购买，已有的云手机仍可续费" />
      <Submit isBusy={save.isPending}>保存型号</Submit>
    </Form>
  )
}

type ConfigurationValues = CallInput<typeof saveConfiguration>

const blankConfiguration = {
  version: androidVersions[0],
  imageTypes: [ImageType.base],
  supplierType: 7,
  isVideoEdition: false,
  position: 0,
  isListed: false,
}

interface ConfigurationFormProps {
  readonly goodId: number
  readonly of: Partial<ConfigurationRecord>
  readonly onDone: () => void
}

export function ConfigurationForm({ goodId, of, onDone }: ConfigurationFormProps) {
  const { phoneCount = 0, products: _products, ...facts } = of
  const values = { ...blankConfiguration, ...facts, goodId } as ConfigurationValues
  const form = useContractForm<ConfigurationValues>(saveConfiguration.input, values)
  const withChangedState = useStateField(form, 'isListed', of.isListed)
  const save = useWrite(saveConfiguration, { done: '配置已保存', isQuiet: true, onDone })
  const submit = async (next: ConfigurationValues): Promise<void> => {
    const input = withChangedState(next)
    const isSure =
      !of.configId ||
      input.isListed !== false ||
      (await confirm({
        title: `下架「${configurationOf(next)}」？`,
        text: '立即不再显示，也不能购买；已有的云手机仍可续费，已下的订单不变。',
        confirm: '下架',
        isDestructive: true,
      }))
    if (isSure) save.mutate(of.configId ? withBasis(form, input) : input)
  }
  return (
    <Form form={form} write={save} onSubmit={(next) => void submit(next)}>
      {phoneCount > 0 && <p className={styles.waiting}>已有 {phoneCount} 台云手机使用：只能修改镜像、顺序和上下架。</p>}
      <div className={styles.fieldGrid}>
        <TextField name="cpuCores" label="CPU（核）" inputMode="numeric" codec={integerCodec} />
        <TextField name="memoryGb" label="内存（GB）" inputMode="numeric" codec={integerCodec} />
        <TextField name="storageGb" label="存储（GB）" inputMode="numeric" codec={integerCodec} />
        <SelectField name="version" label="系统版本" options={androidVersions.map((each) => [each, each] as const)} />
        <SelectField name="supplierType" label="供应商" options={suppliers} />
        <TextField name="position" label="顺序" hint="小的在前" inputMode="numeric" codec={integerCodec} />
      </div>
      <ImageTypes />
      <SwitchField name="isVideoEdition" label="视频定制版" hint="只能由升级得到，不能单独购买" />
      <SwitchField name="isListed" label="上架" hint="下架后不显示也不能购买，已有的云手机仍可续费" />
      <Submit isBusy={save.isPending}>保存配置</Submit>
    </Form>
  )
}

function ImageTypes() {
  const { field, fieldState } = useController<ConfigurationValues, 'imageTypes'>({ name: 'imageTypes' })
  const chosen = field.value
  return (
    <div className={styles.block}>
      <h3>镜像</h3>
      <div className={styles.checks}>
        {Object.values(ImageType).map((type) => (
          <Check
            key={type}
            label={imageTypeLabels[type]}
            isChecked={chosen.includes(type)}
            onChange={(isOn) => field.onChange(isOn ? [...chosen, type] : chosen.filter((each) => each !== type))}
          />
        ))}
      </div>
      {fieldState.error && <p role="alert">{fieldState.error.message}</p>}
    </div>
  )
}

type ProductValues = CallInput<typeof createProduct>

export function ProductForm({ configId, onDone }: { readonly configId: number; readonly onDone: () => void }) {
  const form = useContractForm<Partial<ProductValues>>(createProduct.input, {
    configId,
    goodTime: 720,
    isMetered: false,
    oldPriceCents: null,
    firstPriceCents: null,
  })
  const create = useWrite(createProduct, { done: '已添加', isQuiet: true, onDone })
  const isMetered = form.watch('isMetered') === true
  const submit = (values: Partial<ProductValues>): void =>
    create.mutate({
      ...(values as ProductValues),
      ...(values.isMetered && { goodTime: 1, firstPriceCents: null }),
    })
  return (
    <Form form={form} write={create} onSubmit={submit}>
      <SwitchField name="isMetered" label="按时计费" hint="每小时预先扣豆" />
      {!isMetered && <SelectField name="goodTime" label="时长" options={rentalTimeOptions} />}
      <TextField name="priceCents" label="售价（元）" inputMode="decimal" codec={centsCodec} />
      <TextField
        name="oldPriceCents"
        label="划线价（元）"
        hint="可以不填"
        inputMode="decimal"
        codec={nullableCodec(centsCodec)}
      />
      {!isMetered && (
        <TextField
          name="firstPriceCents"
          label="首购价（元）"
          hint="可以不填"
          inputMode="decimal"
          codec={nullableCodec(centsCodec)}
        />
      )}
      <Submit isBusy={create.isPending}>添加</Submit>
    </Form>
  )
}

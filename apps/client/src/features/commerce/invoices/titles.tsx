import {
  MAX_TITLES,
  type TitleKind,
  titleKindLabels,
  titleKinds,
  titleRefusal,
} from '@yunji/contract/commerce/invoice/rules'
import type { SavedTitle } from '@yunji/contract/commerce/invoice/schema'
import { normaliseTaxNumber } from '@yunji/contract/validation/tax-number'
import { useState } from 'react'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { titlePath } from '../../../shared/navigation/invoice-paths.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { goBackFrom } from '../../../shared/platform/router/router.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Switch } from '../../../shared/ui/choice/switch.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Field } from '../../../shared/ui/field/field.tsx'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noResults } from '../../../shared/ui/status/illustrations.ts'
import styles from './invoices.module.css'
import { removeTitle, saveTitle, type TitleInput, useTitles } from './invoices.ts'

const none = <Empty illustration={noResults} title="还没有抬头" hint="添加个人或企业抬头，开票时直接选用" />

export function TitleList() {
  const query = useTitles()
  useReturn(() => void query.refetch())
  const isFull = (query.data?.titles.length ?? 0) >= MAX_TITLES
  return (
    <Page
      route="user/invoices"
      title="发票抬头"
      footer={
        <BottomBar>
          <Button to={titlePath()} isDisabled={isFull}>
            {isFull ? `最多 ${MAX_TITLES} 个抬头` : '新增抬头'}
          </Button>
        </BottomBar>
      }
    >
      <Box className={styles.page}>
        <Async of={query} loading={<RowsSkeleton />} isEmpty={({ titles }) => titles.length === 0} empty={none}>
          {({ titles }) => (
            <Card>
              {titles.map(({ titleId, kind, name, taxNumber, isDefault }) => (
                <Cell
                  key={titleId}
                  title={name}
                  sub={taxNumber === '' ? titleKindLabels[kind] : taxNumber}
                  value={isDefault ? <Tag tone="brand">默认</Tag> : undefined}
                  to={titlePath(titleId)}
                />
              ))}
            </Card>
          )}
        </Async>
      </Box>
    </Page>
  )
}

const kinds = titleKinds.map((value) => ({ value, label: titleKindLabels[value] }))

const initialOf = (title: SavedTitle | undefined): Required<TitleInput> => ({
  kind: title?.kind ?? 'company',
  name: title?.name ?? '',
  taxNumber: title?.taxNumber ?? '',
  address: title?.address ?? '',
  phone: title?.phone ?? '',
  bankName: title?.bankName ?? '',
  bankAccount: title?.bankAccount ?? '',
  isDefault: title?.isDefault ?? false,
})

/** Personal titles carry the name alone. */
const sentOf = (title: Required<TitleInput>): TitleInput => {
  const { kind, name, isDefault } = title
  return kind === 'personal' ? { kind, name, isDefault } : { ...title, taxNumber: normaliseTaxNumber(title.taxNumber) }
}

const MAXIMUM_CHARACTERS = 100

interface FieldsProps {
  readonly title: Required<TitleInput>
  readonly isChecked: boolean
  readonly onChange: (fields: Partial<TitleInput>) => void
}

function CompanyFields({ title, isChecked, onChange }: FieldsProps) {
  const refusal = titleRefusal({ kind: 'company', taxNumber: normaliseTaxNumber(title.taxNumber) })
  return (
    <>
      <Field
        label="税号"
        hasLabel
        autoComplete="off"
        placeholder="统一社会信用代码或税号"
        maxLength={24}
        value={title.taxNumber}
        onChange={(taxNumber) => onChange({ taxNumber })}
        error={isChecked && refusal !== null ? refusal : undefined}
      />
      <Field
        label="注册地址（选填）"
        hasLabel
        autoComplete="off"
        placeholder="企业注册地址"
        maxLength={MAXIMUM_CHARACTERS}
        value={title.address}
        onChange={(address) => onChange({ address })}
      />
      <Field
        label="注册电话（选填）"
        hasLabel
        kind="number"
        autoComplete="off"
        placeholder="如 0755-12345678"
        maxLength={20}
        value={title.phone}
        onChange={(phone) => onChange({ phone })}
      />
      <Field
        label="开户银行（选填）"
        hasLabel
        autoComplete="off"
        placeholder="开户银行和支行"
        maxLength={MAXIMUM_CHARACTERS}
        value={title.bankName}
        onChange={(bankName) => onChange({ bankName })}
      />
      <Field
        label="银行账号（选填）"
        hasLabel
        kind="number"
        autoComplete="off"
        placeholder="银行账号"
        maxLength={40}
        value={title.bankAccount}
        onChange={(bankAccount) => onChange({ bankAccount })}
      />
    </>
  )
}

function Form({ edited }: { readonly edited: SavedTitle | undefined }) {
  const [title, setTitle] = useState(() => initialOf(edited))
  const [isChecked, setChecked] = useState(false)
  const change = (fields: Partial<TitleInput>) => setTitle((before) => ({ ...before, ...fields }))
  const saving = useWrite(async () => {
    await saveTitle(sentOf(title), edited?.titleId)
    showToast('已保存', 'success')
    await goBackFrom('user/invoices')
  })
  const removing = useWrite(
    async () => {
      if (edited) await removeTitle(edited)
      showToast('已删除', 'success')
      await goBackFrom('user/invoices')
    },
    {
      confirm: () =>
        confirm({
          title: `删除「${title.name}」？`,
          body: '已申请的发票不受影响。',
          cancelText: '取消',
          confirmText: '删除',
          isDanger: true,
        }),
    },
  )
  const isNamed = title.name.trim().length >= 2
  const submit = () => {
    setChecked(true)
    const { kind, taxNumber = '' } = sentOf(title)
    if (isNamed && titleRefusal({ kind, taxNumber }) === null) saving.run()
  }
  return (
    <>
      <Card isPadded>
        <Box className={styles.form}>
          <Segmented
            label="抬头类型"
            options={kinds}
            value={title.kind}
            onChange={(kind: TitleKind) => change({ kind })}
          />
          <Field
            label="抬头名称"
            hasLabel
            autoComplete={title.kind === 'company' ? 'organization' : 'name'}
            placeholder={title.kind === 'company' ? '与营业执照一致' : '个人姓名'}
            maxLength={MAXIMUM_CHARACTERS}
            value={title.name}
            onChange={(name) => change({ name })}
            error={isChecked && !isNamed ? '请输入抬头名称' : undefined}
          />
          {title.kind === 'company' && <CompanyFields title={title} isChecked={isChecked} onChange={change} />}
        </Box>
      </Card>
      <Card>
        <Cell
          title="设为默认抬头"
          value={<Switch label="设为默认抬头" isOn={title.isDefault} onChange={(isDefault) => change({ isDefault })} />}
        />
      </Card>
      <Box className={styles.buttons}>
        <Button isBusy={saving.isBusy} onTap={submit}>
          保存
        </Button>
        {edited && (
          <Button variant="outline" isBusy={removing.isBusy} onTap={() => removing.run()}>
            删除抬头
          </Button>
        )}
      </Box>
    </>
  )
}

/** A new title, or one that is changed. */
export function TitleForm({ titleId }: { readonly titleId: number | undefined }) {
  const query = useTitles()
  return (
    <Page route="user/invoices" title={titleId === undefined ? '新增抬头' : '修改抬头'}>
      <Box className={styles.page}>
        {titleId === undefined ? (
          <Form edited={undefined} />
        ) : (
          <Async of={query} loading={<RowsSkeleton />}>
            {({ titles }) => {
              const edited = titles.find((title) => title.titleId === titleId)
              return edited ? <Form key={titleId} edited={edited} /> : none
            }}
          </Async>
        )}
      </Box>
    </Page>
  )
}

import { INVOICE_RULE_TEXT, MAX_ORDERS_PER_INVOICE, titleKindLabels } from '@yunji/contract/commerce/invoice/rules'
import type { InvoiceableOrder, SavedTitle } from '@yunji/contract/commerce/invoice/schema'
import { formatYuan } from '@yunji/contract/display/money'
import { formatDate } from '@yunji/contract/display/time'
import { useEffect, useState } from 'react'
import { showError } from '../../../shared/api/show-error.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { titleText } from '../../../shared/commerce/order-text.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { invoicePath, titlePath } from '../../../shared/navigation/invoice-paths.ts'
import { randomId } from '../../../shared/platform/app/random-id.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { replacePage } from '../../../shared/platform/router/router.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { plus } from '../../../shared/ui/icon/controls.ts'
import { file } from '../../../shared/ui/icon/files.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noResults } from '../../../shared/ui/status/illustrations.ts'
import styles from './invoices.module.css'
import { readOrderAmount, sendRequest, useInvoiceableOrders, useTitles } from './invoices.ts'

const titleSub = ({ kind, taxNumber }: SavedTitle): string =>
  taxNumber === '' ? titleKindLabels[kind] : `${titleKindLabels[kind]} · ${taxNumber}`

interface TitleChoiceProps {
  readonly titles: readonly SavedTitle[]
  readonly chosen: SavedTitle | undefined
  readonly onChoose: (titleId: number) => void
}

/** The chosen title; a tap opens all of them. Without any it leads to the form. */
function TitleChoice({ titles, chosen, onChoose }: TitleChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  if (!chosen) {
    return (
      <Card>
        <Cell icon={plus} title="添加发票抬头" sub="个人或企业" to={titlePath()} />
      </Card>
    )
  }
  return (
    <>
      <Card>
        <Cell icon={file} title={chosen.name} sub={titleSub(chosen)} value="更换" onTap={() => setOpen(true)} />
      </Card>
      <Sheet isOpen={isOpen} title="发票抬头" onClose={() => setOpen(false)}>
        <Box role="radiogroup" label="发票抬头">
          {titles.map((title) => (
            <Cell
              key={title.titleId}
              title={title.name}
              sub={titleSub(title)}
              choice="radio"
              isChecked={title.titleId === chosen.titleId}
              onTap={() => {
                onChoose(title.titleId)
                setOpen(false)
              }}
            />
          ))}
        </Box>
        <Cell icon={plus} title="新增抬头" to={titlePath()} />
      </Sheet>
    </>
  )
}

type Selection = ReadonlyMap<number, number>

/** Amounts of the chosen orders by their id; the order that the page was opened for is chosen at once. */
const useSelection = (firstOrderId: number | undefined) => {
  const [selection, setSelection] = useState<Selection>(new Map())
  useEffect(() => {
    if (firstOrderId === undefined) return
    const selectFirst = async () => {
      const cents = await readOrderAmount(firstOrderId)
      if (cents > 0) setSelection((before) => new Map(before).set(firstOrderId, cents))
    }
    selectFirst().catch(showError)
  }, [firstOrderId])
  const toggle = ({ orderId, amountCents }: InvoiceableOrder) => {
    const next = new Map(selection)
    if (next.delete(orderId)) return setSelection(next)
    if (next.size >= MAX_ORDERS_PER_INVOICE) return showToast(`一张发票最多 ${MAX_ORDERS_PER_INVOICE} 笔订单`)
    setSelection(next.set(orderId, amountCents))
  }
  return { selection, toggle }
}

const none = (
  <Empty illustration={noResults} title="没有可以开票的订单" hint="云豆和余额在充值时开票；退款的订单不开票" />
)

export function NewInvoice({ firstOrderId }: { readonly firstOrderId: number | undefined }) {
  const list = useInvoiceableOrders()
  const titles = useTitles()
  const [titleId, setTitleId] = useState<number>()
  const { selection, toggle } = useSelection(firstOrderId)
  useReturn(() => {
    void list.refresh()
    void titles.refetch()
  })
  const all = titles.data?.titles ?? []
  const chosen = all.find((title) => title.titleId === titleId) ?? all[0]
  const totalCents = [...selection.values()].reduce((sum, cents) => sum + cents, 0)
  const [key] = useState(randomId)
  const { isBusy, run } = useWrite(async () => {
    if (!chosen) return showToast('请先添加发票抬头')
    const ids = [...selection.keys()]
    const { invoiceId } = await sendRequest(chosen.titleId, ids, `${key}-${chosen.titleId}-${ids.length}-${totalCents}`)
    showToast('开票申请已提交', 'success')
    await replacePage(invoicePath(invoiceId))
  })
  return (
    <Page
      route="user/invoices"
      title="申请开票"
      footer={
        <BottomBar>
          <Box className={styles.sum}>
            <Box className={styles.grow}>
              <Box className={styles.faint}>{`已选 ${selection.size} 笔`}</Box>
              <Price cents={totalCents} size={20} />
            </Box>
            <Button isNarrow isDisabled={selection.size === 0} isBusy={isBusy} onTap={() => run()}>
              提交申请
            </Button>
          </Box>
        </BottomBar>
      }
    >
      <Box className={styles.choice}>
        {titles.data && <TitleChoice titles={all} chosen={chosen} onChoose={setTitleId} />}
        <Box as="p" className={styles.rule}>
          {INVOICE_RULE_TEXT}
        </Box>
      </Box>
      <PullList list={list} className={styles.orders} loading={<RowsSkeleton />} empty={none}>
        {(order) => (
          <Cell
            title={titleText(order.title)}
            sub={`${formatDate(order.paidAt, 'YYYY-MM-DD')} 支付`}
            value={`¥${formatYuan(order.amountCents)}`}
            choice="checkbox"
            isChecked={selection.has(order.orderId)}
            onTap={() => toggle(order)}
          />
        )}
      </PullList>
    </Page>
  )
}

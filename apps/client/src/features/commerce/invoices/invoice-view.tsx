import { type InvoiceState, invoiceStateLabels } from '@yunji/contract/commerce/invoice/machine'
import { titleKindLabels } from '@yunji/contract/commerce/invoice/rules'
import type { InvoiceInfo } from '@yunji/contract/commerce/invoice/schema'
import { formatYuan } from '@yunji/contract/display/money'
import { formatDate } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { invoicePath, newInvoicePath } from '../../../shared/navigation/invoice-paths.ts'
import { orderPath } from '../../../shared/navigation/page-paths.ts'
import { newTicketPath } from '../../../shared/navigation/service-paths.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { order as orderIcon } from '../../../shared/ui/icon/account.ts'
import { file } from '../../../shared/ui/icon/files.ts'
import { headset } from '../../../shared/ui/icon/icons.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './invoices.module.css'
import { downloadPdf, endRequest, stateTones, useInvoice } from './invoices.ts'

const DATE = 'YYYY-MM-DD HH:mm'

const hints: Readonly<Record<InvoiceState, string>> = {
  pending: '开具后会发消息通知你，届时可以下载 PDF',
  issued: '电子发票与纸质发票有同等效力',
  rejected: '订单可以重新申请',
  cancelled: '订单可以重新申请',
  correcting: '订单有退款，这张发票会冲红，未退的金额重新开具',
  corrected: '这张发票已作废，请勿再用于报销',
}

function Head({ invoice }: { readonly invoice: InvoiceInfo }) {
  const { state, amountCents, reason } = invoice
  return (
    <Card isPadded>
      <Box className={styles.row}>
        <Box className={styles.grow}>
          <Price cents={amountCents} size={28} />
        </Box>
        <Tag tone={stateTones[state]}>{invoiceStateLabels[state]}</Tag>
      </Box>
      {reason !== '' && <Box className={styles.reason}>{`原因：${reason}`}</Box>}
      <Box className={styles.faint}>{hints[state]}</Box>
    </Card>
  )
}

function Facts({ invoice }: { readonly invoice: InvoiceInfo }) {
  const { title, invoiceNumber, creditNumber, createdAt, issuedAt } = invoice
  const { kind, name, taxNumber, address, phone, bankName, bankAccount } = title
  return (
    <Card className={styles.facts}>
      <FactRow name="抬头类型">{titleKindLabels[kind]}</FactRow>
      <FactRow name="抬头">{name}</FactRow>
      {taxNumber && <FactRow name="税号">{taxNumber}</FactRow>}
      {address && <FactRow name="地址">{address}</FactRow>}
      {phone && <FactRow name="电话">{phone}</FactRow>}
      {bankName && <FactRow name="开户行">{bankName}</FactRow>}
      {bankAccount && <FactRow name="账号">{bankAccount}</FactRow>}
      <FactRow name="申请时间">{formatDate(createdAt, DATE)}</FactRow>
      {issuedAt !== null && <FactRow name="开具时间">{formatDate(issuedAt, DATE)}</FactRow>}
      {invoiceNumber && <FactRow name="发票号码">{invoiceNumber}</FactRow>}
      {creditNumber && <FactRow name="红字发票">{creditNumber}</FactRow>}
    </Card>
  )
}

function Details({ invoice }: { readonly invoice: InvoiceInfo }) {
  const { invoiceId, orders, hasCreditPdf, replacesId, replacementId } = invoice
  const credit = useWrite(() => downloadPdf(invoiceId, 'credit'))
  return (
    <Box className={styles.page}>
      <Head invoice={invoice} />
      <Facts invoice={invoice} />
      <Card title="订单" note={`${orders.length} 笔`}>
        {orders.map(({ orderId, title, amountCents }) => (
          <Cell
            key={orderId}
            icon={orderIcon}
            title={title}
            sub={`订单号 ${orderId}`}
            value={`¥${formatYuan(amountCents)}`}
            to={orderPath(orderId)}
          />
        ))}
      </Card>
      <Card>
        {hasCreditPdf && <Cell icon={file} title="下载红字发票" onTap={() => credit.run()} />}
        {replacementId !== null && <Cell icon={file} title="重新开具的发票" to={invoicePath(replacementId)} />}
        {replacesId !== null && <Cell icon={file} title="冲红前的发票" to={invoicePath(replacesId)} />}
        <Cell
          icon={headset}
          title="发票有误，联系客服"
          to={newTicketPath(orders[0] ? { orderId: orders[0].orderId } : {})}
        />
      </Card>
    </Box>
  )
}

function Footer({ invoice }: { readonly invoice: InvoiceInfo }) {
  const { invoiceId, state, hasPdf, orders } = invoice
  const saving = useWrite(() => downloadPdf(invoiceId, 'invoice'))
  const ending = useWrite(
    async () => {
      await endRequest(invoiceId)
      showToast('申请已取消', 'success')
    },
    {
      confirm: () =>
        confirm({
          title: '取消这次申请？',
          body: '订单可以重新申请发票。',
          cancelText: '再想想',
          confirmText: '取消申请',
        }),
    },
  )
  if (hasPdf) {
    return (
      <BottomBar>
        <Button isBusy={saving.isBusy} onTap={() => saving.run()}>
          下载发票 PDF
        </Button>
      </BottomBar>
    )
  }
  if (state === 'pending') {
    return (
      <BottomBar>
        <Button variant="outline" isBusy={ending.isBusy} onTap={() => ending.run()}>
          取消申请
        </Button>
      </BottomBar>
    )
  }
  return (
    <BottomBar>
      <Button to={newInvoicePath(orders[0]?.orderId)}>重新申请</Button>
    </BottomBar>
  )
}

const all = (
  <Button variant="outline" size="medium" isNarrow to={pathOf('user/invoices')}>
    我的发票
  </Button>
)

export function InvoiceView({ invoiceId }: { readonly invoiceId: number }) {
  const query = useInvoice(invoiceId)
  useReturn(() => void query.refetch())
  return (
    <Page route="user/invoices" title="发票详情" footer={query.data && <Footer invoice={query.data} />}>
      <Async of={query} loading={<RowsSkeleton />} elsewhere={all}>
        {(invoice) => <Details invoice={invoice} />}
      </Async>
    </Page>
  )
}

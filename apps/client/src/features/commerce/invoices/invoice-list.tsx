import { invoiceStateLabels } from '@yunji/contract/commerce/invoice/machine'
import { titleKindLabels } from '@yunji/contract/commerce/invoice/rules'
import type { InvoiceRecord } from '@yunji/contract/commerce/invoice/schema'
import { formatDate } from '@yunji/contract/display/time'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { invoicePath, newInvoicePath, titlesPath } from '../../../shared/navigation/invoice-paths.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noResults } from '../../../shared/ui/status/illustrations.ts'
import styles from './invoices.module.css'
import { stateTones, useInvoices } from './invoices.ts'

function InvoiceRow({ invoice }: { readonly invoice: InvoiceRecord }) {
  const { invoiceId, state, amountCents, titleKind, titleName, orderCount, createdAt } = invoice
  return (
    <Tap className={styles.invoice} to={invoicePath(invoiceId)}>
      <Box className={styles.row}>
        <Box className={styles.title}>{titleName}</Box>
        <Tag tone={stateTones[state]}>{invoiceStateLabels[state]}</Tag>
      </Box>
      <Box className={styles.row}>
        <Box className={styles.faint}>
          {`${titleKindLabels[titleKind]} · ${orderCount} 笔订单 · ${formatDate(createdAt, 'YYYY-MM-DD')}`}
        </Box>
        <Price cents={amountCents} />
      </Box>
    </Tap>
  )
}

const none = <Empty illustration={noResults} title="还没有发票" hint="支付过的订单可以在这里申请发票" />

/** Invoices of the account, newest first. */
export function InvoiceList() {
  const list = useInvoices()
  useReturn(() => void list.refresh())
  return (
    <Page
      route="user/invoices"
      action={
        <TextLink tone="ink" to={titlesPath()}>
          抬头管理
        </TextLink>
      }
      footer={
        <BottomBar>
          <Button to={newInvoicePath()}>申请开票</Button>
        </BottomBar>
      }
    >
      <PullList list={list} className={styles.list} loading={<RowsSkeleton />} empty={none}>
        {(invoice) => <InvoiceRow invoice={invoice} />}
      </PullList>
    </Page>
  )
}

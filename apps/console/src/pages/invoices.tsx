import { type InvoiceState, invoiceStateLabels } from '@yunji/contract/commerce/invoice/machine'
import { INVOICE_PDF_BYTES, titleKindLabels } from '@yunji/contract/commerce/invoice/rules'
import type { PdfKind } from '@yunji/contract/commerce/invoice/schema'
import {
  correctInvoice,
  getInvoiceForOperator,
  getInvoices,
  issueInvoice,
  rejectInvoice,
} from '@yunji/contract/operator/invoice-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, Submit, TextAreaField, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { Dialog } from '../ui/overlays.tsx'
import { Async, Card, Facts, State, type Tone } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import { UploadButton } from '../ui/upload-button.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Invoice = CallData<typeof getInvoices>['records'][number]
type InvoiceInfo = CallData<typeof getInvoiceForOperator>

const tones: Readonly<Record<InvoiceState, Tone>> = {
  pending: 'soon',
  issued: 'run',
  rejected: 'dead',
  cancelled: 'off',
  correcting: 'soon',
  corrected: 'back',
}
const InvoiceStateBadge = ({ of }: { readonly of: InvoiceState }) => (
  <State tone={tones[of]}>{invoiceStateLabels[of]}</State>
)

const columns: readonly Column<Invoice>[] = [
  { id: 'titleName', title: '抬头', cell: ({ titleName }) => titleName, sortBy: ({ titleName }) => titleName },
  { id: 'titleKind', title: '种类', cell: ({ titleKind }) => titleKindLabels[titleKind] },
  {
    id: 'amountCents',
    title: '金额',
    align: 'right',
    cell: ({ amountCents }) => money(amountCents),
    sortBy: ({ amountCents }) => amountCents,
  },
  { id: 'state', title: '状态', cell: ({ state }) => <InvoiceStateBadge of={state} /> },
  { id: 'orderCount', title: '订单', align: 'right', cell: ({ orderCount }) => `${orderCount} 笔` },
  { id: 'userId', title: '用户', cell: ({ userId }) => (userId === null ? '已注销' : `#${userId}`) },
  { id: 'createdAt', title: '申请', cell: ({ createdAt }) => time(createdAt), sortBy: ({ createdAt }) => createdAt },
  { id: 'updatedAt', title: '更新', cell: ({ updatedAt }) => time(updatedAt), isExtra: true },
]

export default function InvoicesPage() {
  return (
    <ListPage
      id="invoices"
      call={getInvoices}
      actions={<ExportButton list="invoices" />}
      columns={columns}
      rowId={({ invoiceId }) => String(invoiceId)}
      searches={[
        { name: 'titleName', label: '抬头' },
        { name: 'userId', label: '用户编号' },
        { name: 'orderId', label: '订单编号' },
      ]}
      filters={[{ name: 'state', label: '状态', options: Object.entries(invoiceStateLabels) }]}
      empty="还没有发票申请"
      renderSummary={({ pending, correcting }) =>
        pending + correcting > 0 ? (
          <p className={styles.waiting}>
            {pending} 张待开具，{correcting} 张待冲红
          </p>
        ) : null
      }
      detailTitle={({ invoiceId, titleName }) => `#${invoiceId} ${titleName}`}
      renderDetail={({ invoiceId }) => <InvoiceDetail key={invoiceId} invoiceId={invoiceId} />}
    />
  )
}

/** Addresses of uploaded files live for ten minutes. */
const ADDRESSES_MS = 5 * 60_000

function InvoiceDetail({ invoiceId }: { readonly invoiceId: number }) {
  const invoice = useCall(getInvoiceForOperator, { invoiceId: String(invoiceId) }, { refetchMs: ADDRESSES_MS })
  return <Async of={invoice}>{(read) => <InvoiceView invoice={read} />}</Async>
}

function InvoiceView({ invoice }: { readonly invoice: InvoiceInfo }) {
  const mayWrite = useRight('invoices.write')
  const { title, state } = invoice
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <InvoiceStateBadge key="state" of={state} />],
          ['金额', money(invoice.amountCents)],
          ['抬头', `${title.name}（${titleKindLabels[title.kind]}）`],
          ['税号', title.taxNumber],
          ['地址', title.address],
          ['电话', title.phone],
          ['开户行', title.bankName],
          ['账号', title.bankAccount],
          ['发票号码', invoice.invoiceNumber],
          ['开具时间', time(invoice.issuedAt)],
          ['红字发票号码', invoice.creditNumber],
          ['原因', invoice.reason],
          ['未退的金额', money(invoice.remainingCents)],
          ...(invoice.replacesId === null ? [] : [['代替', `#${invoice.replacesId}`] as const]),
          ...(invoice.replacementId === null ? [] : [['新发票', `#${invoice.replacementId}`] as const]),
        ]}
      />
      <Card title="订单">
        <ul className={styles.lines}>
          {invoice.orders.map(({ orderId, title: name, amountCents }) => (
            <li key={orderId}>
              <span>
                #{orderId} {name}
              </span>
              <span>{money(amountCents)}</span>
            </li>
          ))}
        </ul>
      </Card>
      {(invoice.pdfAddress ?? invoice.creditPdfAddress) && (
        <div className={styles.buttons}>
          <PdfLink address={invoice.pdfAddress} text="查看发票 PDF" />
          <PdfLink address={invoice.creditPdfAddress} text="查看红字发票 PDF" />
        </div>
      )}
      {mayWrite && <InvoiceActions invoice={invoice} />}
    </div>
  )
}

function PdfLink({ address, text }: { readonly address: string | null; readonly text: string }) {
  if (address === null) return null
  return (
    <a href={address} download>
      {text}
    </a>
  )
}

function InvoiceActions({ invoice }: { readonly invoice: InvoiceInfo }) {
  const [open, setOpen] = useState<'issue' | 'reject' | 'correct' | null>(null)
  const close = (): void => setOpen(null)
  const { state } = invoice
  if (state !== 'pending' && state !== 'issued' && state !== 'correcting') return null
  return (
    <>
      <div className={styles.buttons}>
        {state === 'pending' ? (
          <>
            <PdfButton invoice={invoice} kind="invoice" />
            <Button tone="primary" disabled={!invoice.hasPdf} onClick={() => setOpen('issue')}>
              标记已开具
            </Button>
            <Button tone="danger" onClick={() => setOpen('reject')}>
              驳回
            </Button>
          </>
        ) : (
          <>
            <PdfButton invoice={invoice} kind="credit" />
            <Button tone="danger" disabled={!invoice.hasCreditPdf} onClick={() => setOpen('correct')}>
              标记已冲红
            </Button>
          </>
        )}
      </div>
      {state === 'pending' && !invoice.hasPdf && (
        <p className={styles.note}>先上传税务系统开出的 PDF，再标记已开具。</p>
      )}
      {state !== 'pending' && !invoice.hasCreditPdf && (
        <p className={styles.note}>先上传红字发票的 PDF，再标记已冲红。</p>
      )}
      <Dialog title="标记已开具" isOpen={open === 'issue'} onClose={close}>
        <IssueForm key={invoice.amountCents} invoice={invoice} onDone={close} />
      </Dialog>
      <Dialog
        title="驳回申请"
        description="原因会告诉用户，用户可以重新申请。"
        isOpen={open === 'reject'}
        onClose={close}
      >
        <RejectForm invoiceId={invoice.invoiceId} onDone={close} />
      </Dialog>
      <Dialog
        title="标记已冲红"
        description={
          invoice.remainingCents > 0
            ? `还有 ${money(invoice.remainingCents)} 未退：待冲红的发票会自动生成一张待开具的新发票。`
            : '冲红后不能撤回。'
        }
        isOpen={open === 'correct'}
        onClose={close}
      >
        <CorrectForm invoiceId={invoice.invoiceId} onDone={close} />
      </Dialog>
    </>
  )
}

function PdfButton({ invoice, kind }: { readonly invoice: InvoiceInfo; readonly kind: PdfKind }) {
  const isThere = kind === 'invoice' ? invoice.hasPdf : invoice.hasCreditPdf
  return (
    <UploadButton
      path={sideRoutes.invoicePdfUpload.path}
      query={{ invoiceId: invoice.invoiceId, kind }}
      accept="application/pdf"
      maximumBytes={INVOICE_PDF_BYTES}
      label={`${isThere ? '重新上传' : '上传'}${kind === 'invoice' ? '发票' : '红字发票'} PDF`}
      done="PDF 已上传"
    />
  )
}

interface FormProps {
  readonly invoiceId: number
  readonly onDone: () => void
}

function IssueForm({ invoice, onDone }: { readonly invoice: InvoiceInfo; readonly onDone: () => void }) {
  const { invoiceId, amountCents } = invoice
  const form = useContractForm(issueInvoice.input, { invoiceId, invoiceNumber: '', amountCents })
  const issue = useWrite(issueInvoice, { done: '已标记开具，用户会收到通知', isQuiet: true, onDone })
  return (
    <Form form={form} write={issue} onSubmit={(values) => issue.mutate(values)}>
      <TextField
        name="invoiceNumber"
        label="发票号码"
        hint={`金额 ${money(amountCents)}；其间有退款时会拒绝，请重新核对`}
        autoFocus
      />
      <Submit isBusy={issue.isPending} isWide>
        标记已开具
      </Submit>
    </Form>
  )
}

function RejectForm({ invoiceId, onDone }: FormProps) {
  const form = useContractForm(rejectInvoice.input, { invoiceId, reason: '' })
  const reject = useWrite(rejectInvoice, { done: '已驳回', onDone })
  return (
    <Form form={form} onSubmit={(values) => reject.mutate(values)}>
      <TextAreaField name="reason" label="原因" maxLength={200} />
      <Submit isBusy={reject.isPending} isWide>
        驳回
      </Submit>
    </Form>
  )
}

function CorrectForm({ invoiceId, onDone }: FormProps) {
  const form = useContractForm(correctInvoice.input, { invoiceId, creditNumber: '', reason: '' })
  const correct = useWrite(correctInvoice, {
    onDone: ({ replacementId }) => {
      showToast(replacementId === null ? '已标记冲红' : `已标记冲红，新发票 #${replacementId} 待开具`)
      onDone()
    },
  })
  return (
    <Form form={form} onSubmit={(values) => correct.mutate(values)}>
      <TextField name="creditNumber" label="红字发票号码" autoFocus />
      <TextAreaField name="reason" label="原因" maxLength={200} />
      <Submit isBusy={correct.isPending} isWide>
        标记已冲红
      </Submit>
    </Form>
  )
}

import { INVOICE_WITHIN_DAYS, INVOICES_KEPT_YEARS } from '@yunji/contract/commerce/invoice/rules'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { forEachRow, readPages } from '../../../platform/each-row.ts'
import type { Job } from '../../../platform/jobs.ts'
import type { InvoiceDeps } from './deps.ts'
import { pdfKeysOf } from './pdf.ts'
import { deleteInvoice, type InvoiceRow, listOld } from './store.ts'

const AT_ONCE = 200
const SWEEP = 'invoices.sweep'

/** Deletes requests that came to nothing a year ago, and documents after the years that the law asks for. */
export const sweepInvoicesJob = ({
  database: { db },
  clock,
  log,
  objectStore,
}: Pick<InvoiceDeps, 'database' | 'clock' | 'log' | 'objectStore'>): Job<object> => ({
  name: SWEEP,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '41 4 * * *',
  run: async () => {
    const now = clock.now()
    const before = {
      unissued: later(now, -INVOICE_WITHIN_DAYS * DAY_MS),
      issued: later(now, -INVOICES_KEPT_YEARS * 366 * DAY_MS),
    }
    const old = readPages<InvoiceRow>(AT_ONCE, (last, limit) => listOld(db, before, last?.id ?? 0, limit))
    const work = { job: SWEEP, log, fields: ({ id: invoiceId }: InvoiceRow) => ({ invoiceId }) }
    await forEachRow(work, old, async (invoice) => {
      // Files first: if the row then stays, the next run retries.
      for (const key of pdfKeysOf(invoice)) await objectStore.delete(key)
      await deleteInvoice(db, invoice.id)
    })
  },
})

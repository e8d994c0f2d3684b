import {
  addTitle,
  cancelInvoice,
  changeTitle,
  deleteTitle,
  getInvoice,
  getInvoiceableOrders,
  getInvoiceList,
  getOrderInvoice,
  getPdfAddress,
  getTitles,
  requestInvoice,
} from '@yunji/contract/commerce/invoice/calls'
import type { InvoiceState } from '@yunji/contract/commerce/invoice/machine'
import type { InvoiceableOrder, InvoiceRecord, PdfKind, SavedTitle } from '@yunji/contract/commerce/invoice/schema'
import type { CallInput } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callApi } from '../../../shared/api/client.ts'
import { queryClient, requestData, useCall } from '../../../shared/api/query.ts'
import { byPage, type PageRequest } from '../../../shared/list/paging.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { client } from '../../../shared/platform/app/client'
import { saveFile } from '../../../shared/platform/files/save-file'
import { useSession } from '../../../shared/session/session.ts'

export const stateTones: Readonly<Record<InvoiceState, 'soon' | 'run' | 'dead' | 'plain'>> = {
  pending: 'soon',
  issued: 'run',
  rejected: 'dead',
  cancelled: 'plain',
  correcting: 'soon',
  corrected: 'plain',
}

const readAgain = () =>
  Promise.all(
    [getInvoiceList, getInvoice, getInvoiceableOrders, getOrderInvoice].map(({ path }) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  )

const invoiceKey = ({ invoiceId }: InvoiceRecord) => invoiceId

export const useInvoices = () => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getInvoiceList.path, userId],
    read: ({ page, rows }: PageRequest) => requestData(getInvoiceList, { page: String(page), rows: String(rows) }),
    paging: byPage,
    rowKey: invoiceKey,
  })
}

const orderKey = ({ orderId }: InvoiceableOrder) => orderId

export const useInvoiceableOrders = () => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getInvoiceableOrders.path, userId],
    read: ({ page, rows }: PageRequest) =>
      requestData(getInvoiceableOrders, { page: String(page), rows: String(rows) }),
    paging: byPage,
    rowKey: orderKey,
  })
}

export const useInvoice = (invoiceId: number) => useCall(getInvoice, { invoiceId: String(invoiceId) })

export const useTitles = () => useCall(getTitles, {})

const readTitlesAgain = () => queryClient.invalidateQueries({ queryKey: [getTitles.path] })

export type TitleInput = CallInput<typeof addTitle>

export const saveTitle = async (title: TitleInput, titleId: number | undefined): Promise<void> => {
  if (titleId === undefined) await requestData(addTitle, title)
  else await requestData(changeTitle, { titleId, ...title })
  await readTitlesAgain()
}

export const removeTitle = async ({ titleId }: SavedTitle): Promise<void> => {
  await requestData(deleteTitle, { titleId })
  await readTitlesAgain()
}

/** The amount of an order that the request begins with. */
export const readOrderAmount = async (orderId: number): Promise<number> =>
  (await requestData(getOrderInvoice, { orderId: String(orderId) })).amountCents

export const sendRequest = async (
  titleId: number,
  orderIds: readonly number[],
  key: string,
): Promise<InvoiceRecord> => {
  const options = { idempotencyKey: key, hasIndicator: false }
  const { code, msg, data } = await callApi(requestInvoice, { titleId, orderIds: [...orderIds] }, options)
  if (code !== ErrorCode.OK || !data) throw new ApiError(msg, { code, data })
  await readAgain()
  return data
}

export const endRequest = async (invoiceId: number): Promise<void> => {
  await requestData(cancelInvoice, { invoiceId })
  await readAgain()
}

export const downloadPdf = async (invoiceId: number, kind: PdfKind): Promise<void> => {
  const { address, name } = await requestData(getPdfAddress, { invoiceId, kind })
  const result = await saveFile({ url: client.apiBase + address, name, kind: 'document', sizeBytes: 0 })
  if (result !== 'saved') throw new ApiError('没有下载成功，请检查网络后重试')
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  closeTicket,
  getArticle,
  getArticleList,
  getTicket,
  getTicketList,
  getUrl,
  openTicket,
  rateTicket,
  readTicket,
  replyTicket,
  voteArticle,
} from '@yunji/contract/service/calls'
import { type TicketRecord, uploadedAttachment } from '@yunji/contract/service/schema'
import type { Call, CallData, CallInput } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { callApi } from '../../shared/api/client.ts'
import { queryClient, queryKeyOf, requestData, useCall } from '../../shared/api/query.ts'
import { uploadPicture } from '../../shared/api/upload-picture.ts'
import { byPage, type PageRequest } from '../../shared/list/paging.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'
import type { ChosenFile } from '../../shared/platform/files/chosen-file.ts'
import { usePageVisible } from '../../shared/platform/page/page-lifecycle.ts'
import { useSession } from '../../shared/session/session.ts'

export const useContactWays = () => useCall(getUrl, {})

/** Debounce of the search. */
const PAUSE_MS = 300

/** The text after a pause in typing. */
export const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const KEYWORD_CHARACTERS = 100

/** All articles, or those about the text. */
export const useArticles = (text: string, isWanted = true) => {
  const keyword = text.trim().slice(0, KEYWORD_CHARACTERS)
  const input = keyword === '' ? {} : { keyword }
  return useQuery({
    queryKey: queryKeyOf(getArticleList, input, null),
    queryFn: () => requestData(getArticleList, input),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
}

export const useArticle = (articleId: number) => useCall(getArticle, { articleId: String(articleId) })

export const vote = async (articleId: number, isHelpful: boolean): Promise<void> => {
  await requestData(voteArticle, { articleId, isHelpful })
  await queryClient.invalidateQueries({ queryKey: [getArticle.path] })
}

const ticketKey = ({ ticketId }: TicketRecord) => ticketId

export const useTickets = (isWanted = true) => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getTicketList.path, userId],
    read: ({ page, rows }: PageRequest) => requestData(getTicketList, { page: String(page), rows: String(rows) }),
    paging: byPage,
    rowKey: ticketKey,
    isWanted: isWanted && userId !== null,
  })
}

const TICKET_EVERY_MS = 20_000

/** Read again while it is on screen, and at once when a message has come. */
export const useTicket = (ticketId: number) => {
  const userId = useSession((state) => state.userId)
  const unread = useSession((state) => state.unread.longAll)
  const isVisible = usePageVisible()
  const input = { ticketId: String(ticketId) }
  const query = useQuery({
    queryKey: queryKeyOf(getTicket, input, userId),
    queryFn: () => requestData(getTicket, input),
    enabled: userId !== null,
    refetchInterval: isVisible ? TICKET_EVERY_MS : false,
  })
  const { refetch } = query
  const counted = useRef(unread)
  useEffect(() => {
    if (counted.current === unread) return
    counted.current = unread
    void refetch()
  }, [unread, refetch])
  return query
}

export const readTicketsAgain = () =>
  Promise.all([getTicketList, getTicket].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))

/** A write with a key of its form, so that a second tap writes nothing twice. */
const writeOnce = async <C extends Call>(call: C, input: CallInput<C>, idempotencyKey: string) => {
  const { code, msg, data } = await callApi(call, input, { idempotencyKey, hasIndicator: false })
  if (code !== ErrorCode.OK) throw new ApiError(msg, { code, data })
  return data as CallData<C>
}

export type NewTicket = CallInput<typeof openTicket>

export const submitTicket = (ticket: NewTicket, key: string) => writeOnce(openTicket, ticket, key)

export const submitReply = async (reply: CallInput<typeof replyTicket>, key: string): Promise<void> => {
  await writeOnce(replyTicket, reply, key)
  await readTicketsAgain()
}

export const markTicketRead = async (ticketId: number): Promise<void> => {
  await requestData(readTicket, { ticketId })
  await readTicketsAgain()
}

export const endTicket = async (ticketId: number): Promise<void> => {
  await requestData(closeTicket, { ticketId })
  await readTicketsAgain()
}

export const giveRating = async (ticketId: number, rating: number, words: string): Promise<void> => {
  await requestData(rateTicket, { ticketId, rating, words })
  await readTicketsAgain()
}

/** Small print of a screenshot can still be read at this size. */
const LONGEST_PX = 2000
const pictureRoute = {
  path: sideRoutes.ticketPictureUpload.path,
  data: uploadedAttachment,
  longestPx: LONGEST_PX,
}

export const sendTicketPicture = async (file: ChosenFile): Promise<string> =>
  (await uploadPicture(file, pictureRoute)).attachmentId

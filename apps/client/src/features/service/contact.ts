import { useQuery } from '@tanstack/react-query'
import {
  closeContactTicket,
  getContactTicket,
  getContactTickets,
  openContactTicket,
  proveContact,
  rateContactTicket,
  replyContactTicket,
} from '@yunji/contract/service/contact-calls'
import type { CallInput } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { create } from 'zustand'
import { queryClient, requestData } from '../../shared/api/query.ts'
import { serverClock } from '../../shared/platform/app/clock.ts'
import { usePageVisible } from '../../shared/platform/page/page-lifecycle.ts'
import { storage } from '../../shared/platform/storage/storage.ts'
import { deviceToken } from '../../shared/session/device-token.ts'

const KEY = 'serviceContact'

interface Contact {
  readonly contactToken: string
  readonly expiresAt: number
}

const isContact = (value: unknown): value is Contact =>
  typeof value === 'object' && value !== null && 'contactToken' in value && 'expiresAt' in value

const readStored = (): Contact | null => {
  const stored = storage.read(KEY)
  return isContact(stored) ? stored : null
}

const useProved = create<{ readonly contact: Contact | null }>(() => ({ contact: readStored() }))

/** Proof of a number, for whoever cannot log in; undefined without one that still holds. */
export const useContactToken = (): string | undefined => {
  const contact = useProved((state) => state.contact)
  return contact && contact.expiresAt > serverClock() ? contact.contactToken : undefined
}

export const forgetContact = (): void => {
  storage.remove(KEY)
  useProved.setState({ contact: null })
}

export const prove = async (mobilePhone: string, code: string): Promise<void> => {
  const contact = await requestData(proveContact, { mobilePhone, code, ...deviceToken.sent() })
  storage.write(KEY, contact)
  useProved.setState({ contact })
}

const EVERY_MS = 20_000

export const useContactTickets = (contactToken: string) =>
  useQuery({
    queryKey: [getContactTickets.path, contactToken],
    queryFn: () => requestData(getContactTickets, { contactToken }),
  })

export const useContactTicket = (contactToken: string, ticketId: number) => {
  const isVisible = usePageVisible()
  return useQuery({
    queryKey: [getContactTicket.path, contactToken, ticketId],
    queryFn: () => requestData(getContactTicket, { contactToken, ticketId }),
    refetchInterval: isVisible ? EVERY_MS : false,
  })
}

const readAgain = () =>
  Promise.all(
    [getContactTickets, getContactTicket].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  )

export const submitContactTicket = async (ticket: CallInput<typeof openContactTicket>) => {
  const opened = await requestData(openContactTicket, ticket)
  await readAgain()
  return opened
}

export const submitContactReply = async (reply: CallInput<typeof replyContactTicket>): Promise<void> => {
  await requestData(replyContactTicket, reply)
  await readAgain()
}

export const endContactTicket = async (contactToken: string, ticketId: number): Promise<void> => {
  await requestData(closeContactTicket, { contactToken, ticketId })
  await readAgain()
}

export const giveContactRating = async (input: CallInput<typeof rateContactTicket>): Promise<void> => {
  await requestData(rateContactTicket, input)
  await readAgain()
}

/** The account is frozen: its login opens nothing here, its number does. */
export const isFrozen = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === ErrorCode.ACCOUNT_FROZEN

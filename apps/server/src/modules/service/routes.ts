import * as operatorCalls from '@yunji/contract/operator/service-calls'
import * as calls from '@yunji/contract/service/calls'
import * as contactCalls from '@yunji/contract/service/contact-calls'
import type { Tx } from '../../platform/database.ts'
import { bindAudited } from '../../platform/http/audited-binding.ts'
import { type Binding, bind, bindOnce } from '../../platform/http/binding.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import { loginDeviceOf } from '../../platform/rate-limit-keys.ts'
import { findArticle } from './article-store.ts'
import { changeArticle, createArticle, findArticles, getArticle, getArticles, voteArticle } from './articles.ts'
import { createCanned, deleteCanned, updateCanned } from './canned-answers.ts'
import { contactOf, proveContact } from './contacts.ts'
import type { ServiceDeps } from './deps.ts'
import { closeTicket, rateTicket, readTicket } from './end-ticket.ts'
import { addNote, answerTicket, assignTicket, endTicket, getAllTickets, getAnyTicket } from './operator.ts'
import { findCanned, listCanned, listTicketOperators, readTicketState } from './operator-store.ts'
import { getTicket, getTickets } from './read-tickets.ts'
import { getContact, readSettings, saveSettings } from './settings.ts'
import { countUnread } from './ticket-store.ts'
import { openTicket, replyTicket } from './write-ticket.ts'

const ofCanned = {
  subject: ({ cannedAnswerId }: { readonly cannedAnswerId: number }) => `cannedAnswer:${cannedAnswerId}`,
  read: (tx: Tx, { cannedAnswerId }: { readonly cannedAnswerId: number }) => findCanned(tx, cannedAnswerId),
}

/** The configured token acts for many people: it says for whom. */
const shownNameOf = ({ operatorId, displayName }: Operator, given: string | undefined): string =>
  operatorId === null ? (given ?? displayName) : displayName

/** Latest tickets of a number; its limits on open ones leave few. */
const CONTACT_TICKETS = { page: 1, rows: 20 }

export const serviceRoutes = (deps: ServiceDeps): Binding[] => [
  bind(calls.getUrl, () => getContact(deps)()),
  bind(calls.getArticleList, ({ keyword }) => findArticles(deps)(keyword)),
  bind(calls.getArticle, ({ articleId }, { caller }) => getArticle(deps)(articleId, caller?.userId)),
  bind(calls.voteArticle, (input, { caller }) => voteArticle(deps)(caller.userId, input)),
  bindOnce(calls.openTicket, (tx, input, { caller: { userId } }) => openTicket(deps)(tx, { userId }, input)),
  bind(calls.getTicketList, (paging, { caller: { userId } }) => getTickets(deps)({ userId }, paging)),
  bind(calls.getTicket, ({ ticketId }, { caller: { userId } }) => getTicket(deps)({ userId }, ticketId)),
  bind(calls.readTicket, ({ ticketId }, { caller }) => readTicket(deps)(caller.userId, ticketId)),
  bindOnce(calls.replyTicket, (tx, input, { caller: { userId } }) => replyTicket(deps)(tx, { userId }, input)),
  bind(calls.closeTicket, ({ ticketId }, { caller: { userId } }) => closeTicket(deps)({ userId }, ticketId)),
  bind(calls.rateTicket, ({ ticketId, rating, words }, { caller: { userId } }) =>
    rateTicket(deps)({ userId }, ticketId, rating, words),
  ),
  bind(calls.getUnreadTickets, async (_, { caller }) => ({
    unread: await countUnread(deps.database.db, caller.userId),
  })),
  ...contactRoutes(deps),
  ...operatorRoutes(deps),
]

const contactRoutes = (deps: ServiceDeps): Binding[] => [
  bind(contactCalls.proveContact, ({ mobilePhone, code, deviceToken }, context) =>
    proveContact(deps)(mobilePhone, code, loginDeviceOf(context, deviceToken)),
  ),
  bind(contactCalls.getContactTickets, ({ contactToken }) =>
    getTickets(deps)(contactOf(deps, contactToken), CONTACT_TICKETS),
  ),
  bind(contactCalls.getContactTicket, ({ contactToken, ticketId }) =>
    getTicket(deps)(contactOf(deps, contactToken), ticketId),
  ),
  bind(contactCalls.openContactTicket, ({ contactToken, ...ticket }) => {
    const owner = contactOf(deps, contactToken)
    return deps.database.db.transaction((tx) => openTicket(deps)(tx, owner, ticket))
  }),
  bind(contactCalls.replyContactTicket, ({ contactToken, ...reply }) => {
    const owner = contactOf(deps, contactToken)
    return deps.database.db.transaction((tx) => replyTicket(deps)(tx, owner, reply))
  }),
  bind(contactCalls.closeContactTicket, ({ contactToken, ticketId }) =>
    closeTicket(deps)(contactOf(deps, contactToken), ticketId),
  ),
  bind(contactCalls.rateContactTicket, ({ contactToken, ticketId, rating, words }) =>
    rateTicket(deps)(contactOf(deps, contactToken), ticketId, rating, words),
  ),
]

const ofTicket = {
  subject: ({ ticketId }: { readonly ticketId: number }) => `ticket:${ticketId}`,
  read: (tx: Tx, { ticketId }: { readonly ticketId: number }) => readTicketState(tx, ticketId),
}

const ofArticle = {
  subject: ({ articleId }: { readonly articleId: number }) => `article:${articleId}`,
  read: (tx: Tx, { articleId }: { readonly articleId: number }) => findArticle(tx, articleId),
}

const operatorRoutes = (deps: ServiceDeps): Binding[] => [
  bind(operatorCalls.getTickets, ({ page, rows, overdue, ...filter }, { operator }) =>
    getAllTickets(deps)(
      operator,
      { ...filter, isOverdue: overdue === '1', seesPhones: operator.rights.includes('users.write') },
      { page, rows },
    ),
  ),
  bind(operatorCalls.getTicketOperators, async () => ({ records: await listTicketOperators(deps.database.db) })),
  bind(operatorCalls.getTicketForOperator, ({ ticketId }, { operator }) => getAnyTicket(deps)(operator, ticketId)),
  bindAudited(deps, operatorCalls.answerTicket, ofTicket, (joined, input, { operator }) =>
    answerTicket(joined)({
      ...input,
      operatorId: operator.operatorId,
      operatorName: shownNameOf(operator, input.operatorName),
    }),
  ),
  bindAudited(deps, operatorCalls.addTicketNote, ofTicket, (joined, input, { operator }) =>
    addNote(joined)({ ...input, operatorName: shownNameOf(operator, input.operatorName) }),
  ),
  bindAudited(deps, operatorCalls.assignTicket, ofTicket, (joined, { ticketId, operatorId }) =>
    assignTicket(joined)(ticketId, operatorId),
  ),
  bindAudited(deps, operatorCalls.endTicket, ofTicket, (joined, { ticketId }) => endTicket(joined)(ticketId)),
  bind(operatorCalls.getArticles, (paging) => getArticles(deps)(paging)),
  bindAudited(
    deps,
    operatorCalls.createArticle,
    { subject: (_input, { articleId }) => `article:${articleId}`, after: (input) => input },
    (joined, input) => createArticle(joined)(input),
  ),
  bindAudited(deps, operatorCalls.updateArticle, ofArticle, (joined, { articleId, ...fields }) =>
    changeArticle(joined)(articleId, fields),
  ),
  bindAudited(deps, operatorCalls.publishArticle, ofArticle, (joined, { articleId, isPublished }) =>
    changeArticle(joined)(articleId, { isPublished }),
  ),
  bind(operatorCalls.getCannedAnswers, async () => ({ records: await listCanned(deps.database.db) })),
  bindAudited(
    deps,
    operatorCalls.createCannedAnswer,
    { subject: (_input, { cannedAnswerId }) => `cannedAnswer:${cannedAnswerId}`, after: (input) => input },
    (joined, input) => createCanned(joined)(input),
  ),
  bindAudited(deps, operatorCalls.updateCannedAnswer, ofCanned, (joined, { cannedAnswerId, ...fields }) =>
    updateCanned(joined)(cannedAnswerId, fields),
  ),
  bindAudited(deps, operatorCalls.deleteCannedAnswer, ofCanned, (joined, { cannedAnswerId }) =>
    deleteCanned(joined)(cannedAnswerId),
  ),
  bind(operatorCalls.getServiceSettings, async () => ({ settings: (await readSettings(deps.database.db)) ?? null })),
  bindAudited(
    deps,
    operatorCalls.setServiceSettings,
    { subject: () => 'setting:customerService', read: (tx) => readSettings(tx) },
    async (joined, settings) => {
      await saveSettings(joined)(settings)
      return null
    },
  ),
]

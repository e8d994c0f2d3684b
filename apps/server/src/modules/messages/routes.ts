import * as calls from '@yunji/contract/messages/calls'
import { getUnreadCount } from '@yunji/contract/messages/calls'
import * as operator from '@yunji/contract/operator/calls'
import { getMessageWordings, resetMessageWording, setMessageWording } from '@yunji/contract/operator/wording-calls'
import type { Tx } from '../../platform/database.ts'
import { bindAudited } from '../../platform/http/audited-binding.ts'
import { type Binding, bind, bindWithSession } from '../../platform/http/binding.ts'
import { NOTHING_UNREAD, unreadOf } from '../../platform/unread/counters.ts'
import { addSubscription, getSettings, updateAlert, updateSetting } from './change-settings.ts'
import type { MessageDeps } from './deps.ts'
import { findOwnWording, getWordings, resetWording, setWording } from './edit-wordings.ts'
import { getMessages, getSummary } from './list-messages.ts'
import { deleteMessages, markAllMessagesRead, markMessageRead } from './mark-messages.ts'
import { cancelNotice, getNotices, publishNotice, readNoticeState, resumeNotice } from './publish-notice.ts'

/** Called once a minute by every open page: the counts are read with the session, in one query. */
export const unreadRoute: Binding = bindWithSession('unread', getUnreadCount, async (_input, { caller }) =>
  unreadOf(caller.unread ?? NOTHING_UNREAD),
)

const changedWording = {
  subject: ({ key }: { readonly key: string }) => `messageWording:${key}`,
  read: (tx: Tx, { key }: { readonly key: string }) => findOwnWording(tx, key),
}

const ofNotice = {
  subject: ({ noticeId }: { readonly noticeId: number }) => `notice:${noticeId}`,
  read: (tx: Tx, { noticeId }: { readonly noticeId: number }) => readNoticeState(tx, noticeId),
}

export const messageRoutes = (deps: MessageDeps): Binding[] => [
  unreadRoute,
  bindAudited(
    deps,
    operator.publishNotice,
    { subject: (_input, { noticeId }) => `notice:${noticeId}`, after: (input) => input },
    (joined, input) => publishNotice(joined)(input),
  ),
  bind(operator.getNotices, ({ cursor }) => getNotices(deps)(cursor)),
  bindAudited(deps, operator.cancelNotice, ofNotice, (joined, { noticeId }) => cancelNotice(joined)(noticeId)),
  bindAudited(deps, operator.resumeNotice, ofNotice, (joined, { noticeId }) => resumeNotice(joined)(noticeId)),
  bind(getMessageWordings, (input) => getWordings(deps)(input)),
  bindAudited(deps, setMessageWording, changedWording, (joined, input) => setWording(joined)(input)),
  bindAudited(deps, resetMessageWording, changedWording, (joined, { key }) => resetWording(joined)(key)),
  bind(calls.getMessageSummary, (_input, { caller }) => getSummary(deps)(caller.userId)),
  bind(calls.getMessageList, (input, { caller }) => getMessages(deps)(caller.userId, input)),
  bind(calls.readMessage, ({ messageId }, { caller }) => markMessageRead(deps)(caller.userId, messageId)),
  bind(calls.readAllMessages, ({ messageType }, { caller }) => markAllMessagesRead(deps)(caller.userId, messageType)),
  bind(calls.deleteMessages, ({ messageIds }, { caller }) => deleteMessages(deps)(caller.userId, messageIds)),
  bind(calls.getMessageSettings, (_input, { caller }) => getSettings(deps)(caller.userId)),
  bind(calls.updateAlert, (input, { caller }) => updateAlert(deps)(caller.userId, input)),
  bind(calls.updateMessageSetting, (input, { caller }) => updateSetting(deps)(caller.userId, input)),
  bind(calls.addSubscription, ({ messageType }, { caller }) => addSubscription(deps)(caller.userId, messageType)),
]

import * as deviceCalls from '@yunji/contract/operator/device-calls'
import * as orderCalls from '@yunji/contract/operator/order-calls'
import * as overviewCalls from '@yunji/contract/operator/overview-calls'
import * as userCalls from '@yunji/contract/operator/user-calls'
import type { Tx } from '../../platform/database.ts'
import { bindAudited } from '../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../platform/http/binding.ts'
import type { ConsoleDeps } from './deps.ts'
import { getDevice, searchDevices } from './devices.ts'
import { getOrder, searchOrders } from './orders.ts'
import { getOverview, searchEverything } from './overview.ts'
import { readFreeze } from './user-store.ts'
import { endUserSessions, freezeUser, getUser, searchUsers, unfreezeUser } from './users.ts'

const ofUser = {
  subject: ({ userId }: { readonly userId: number }) => `user:${userId}`,
  read: (tx: Tx, { userId }: { readonly userId: number }) => readFreeze(tx, userId),
}

/** Lists and details that the operators' console shows of every area. */
export const consoleRoutes = (deps: ConsoleDeps): Binding[] => [
  bind(overviewCalls.getOverview, ({ days }, { operator }) => getOverview(deps)(Number(days), operator)),
  bind(overviewCalls.searchEverything, ({ text }, { operator }) => searchEverything(deps)(text, operator)),
  bind(userCalls.searchUsers, (input) => searchUsers(deps)(input)),
  bind(userCalls.getUser, ({ userId }, { operator }) => getUser(deps)(userId, operator)),
  bindAudited(deps, userCalls.freezeUser, ofUser, (joined, { userId, reason }) => freezeUser(joined)(userId, reason)),
  bindAudited(deps, userCalls.unfreezeUser, ofUser, (joined, { userId }) => unfreezeUser(joined)(userId)),
  bindAudited(
    deps,
    userCalls.endUserSessions,
    { subject: ofUser.subject, after: (_input, { ended }) => ({ ended }) },
    (joined, { userId }) => endUserSessions(joined)(userId),
  ),
  bind(orderCalls.searchOrders, (input) => searchOrders(deps)(input)),
  bind(orderCalls.getOrder, ({ orderId }) => getOrder(deps)(orderId)),
  bind(deviceCalls.searchDevices, (input) => searchDevices(deps)(input)),
  bind(deviceCalls.getDevice, ({ deviceId }) => getDevice(deps)(deviceId)),
]

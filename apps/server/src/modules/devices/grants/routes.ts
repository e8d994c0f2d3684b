import * as calls from '@yunji/contract/devices/grant/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { pageOf } from '../../../platform/paging.ts'
import { countUses, listUses } from '../uses/index.ts'
import type { GrantDeps, ShareDeps } from './deps.ts'
import { changeGrant, giveGrants, revokeGrant } from './give-grants.ts'
import { getGrantList, getViewers } from './list-grants.ts'
import { getShare, openShare } from './open-share.ts'
import { createShare, getShareList, revokeShare } from './share-device.ts'
import { supportViewRoutes } from './support-view-routes.ts'

export const grantRoutes = (deps: GrantDeps & ShareDeps): Binding[] => [
  bind(calls.giveGrants, (input, { caller }) => giveGrants(deps)(caller, input)),
  bind(calls.getGrantList, (input, { caller }) => getGrantList(deps)(caller, input)),
  bind(calls.changeGrant, (input, { caller }) => changeGrant(deps)(caller, input)),
  bind(calls.revokeGrant, ({ grantId }, { caller }) => revokeGrant(deps)(caller, grantId)),
  bind(calls.getViewers, (_input, { caller }) => getViewers(deps)(caller)),
  bind(calls.getUseLog, async ({ page, rows }, { caller: { userId } }) => {
    const { db } = deps.database
    const [records, total] = await Promise.all([listUses(db, userId, { page, rows }), countUses(db, userId)])
    return pageOf(records, page, rows, total)
  }),
  bind(calls.createShare, (input, { caller }) => createShare(deps)(caller, input)),
  bind(calls.getShareList, (_input, { caller }) => getShareList(deps)(caller)),
  bind(calls.revokeShare, ({ shareId }, { caller }) => revokeShare(deps)(caller, shareId)),
  bind(calls.getShare, (input) => getShare(deps)(input)),
  bind(calls.openShare, (input) => openShare(deps)(input)),
  ...supportViewRoutes(deps),
]

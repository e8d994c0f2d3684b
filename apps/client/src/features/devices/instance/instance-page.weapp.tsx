import { useQuery } from '@tanstack/react-query'
import { getScreenMark } from '@yunji/contract/accounts/profile/calls'
import { maskPhone } from '@yunji/contract/display/text'
import { useState } from 'react'
import { useUserInfo } from '../../../shared/accounts/user-info.ts'
import { useCall } from '../../../shared/api/query.ts'
import { requestTicket, type StreamTicket, takePrefetchedTicket } from '../../../shared/devices/stream-ticket.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { usePageParams } from '../../../shared/platform/router/page-params.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Box, WebFrame } from '../../../shared/ui/elements/elements.weapp.tsx'
import { alert } from '../../../shared/ui/icon/icons.ts'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { StatusView } from '../../../shared/ui/status/status-view.tsx'
import { isVisit, Visit } from './shared-entry.tsx'
import { webAddress } from './web-address.ts'

const useTicket = (deviceId: number, mode: string | undefined) => {
  const userId = useSession((state) => state.userId)
  return useQuery({
    queryKey: ['ticket', deviceId, mode, userId],
    queryFn: () => takePrefetchedTicket(deviceId) ?? requestTicket(deviceId, mode === 'view' ? 'view' : 'control'),
    enabled: userId !== null && deviceId > 0,
    // A ticket opens one stream: every visit of the page takes a new one, a redraw none.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}

/** The platform's title bar stands above the page already: see the page's configuration. */
const PLATFORM_BAR = <Box />

/**
 * The browser's page in a web view, opened by a one-time ticket: the login stays in the mini-program and never appears
 * in an address.
 */
export function InstancePage() {
  const params = usePageParams()
  const [shared, setShared] = useState<StreamTicket>()
  if (shared) return <WebFrame src={webAddress(shared)} />
  if (!isVisit(params)) return <OwnPhone params={params} />
  return (
    <Page route="webView/web_instance" header={PLATFORM_BAR} isAdmitted>
      <Visit params={params} onOpen={setShared} />
    </Page>
  )
}

function OwnPhone({ params: { deviceId, mode, open } }: { readonly params: PageParams }) {
  const id = Number(deviceId)
  const user = useUserInfo().data
  const viewer = user && maskPhone(user.mobilePhone)
  const mark = useCall(getScreenMark, {})
  const ticket = useTicket(Number.isSafeInteger(id) ? id : 0, mode)
  // A later answer would change the address, and the page would load twice.
  if (ticket.data && !mark.isPending)
    return <WebFrame src={webAddress({ ...ticket.data, open, viewer, isMarked: mark.data?.isOn })} />
  return (
    <Page route="webView/web_instance" header={PLATFORM_BAR}>
      {id > 0 ? (
        <Async of={ticket}>{() => null}</Async>
      ) : (
        <StatusView icon={alert} title="没有选择云手机" hint="请从首页选择要打开的云手机" />
      )}
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getScreenMark } from '@yunji/contract/accounts/profile/calls'
import { getDevices } from '@yunji/contract/devices/device/calls'
import { maskPhone } from '@yunji/contract/display/text'
import { useUserInfo } from '../../../shared/accounts/user-info.ts'
import { requestData, useCall } from '../../../shared/api/query.ts'
import { useChosenDevices } from '../../../shared/devices/device-choice.ts'
import { requestTicket } from '../../../shared/devices/stream-ticket.ts'
import { usePageParams } from '../../../shared/platform/router/page-params.ts'
import { useSession } from '../../../shared/session/session.ts'
import { WebFrame } from '../../../shared/ui/elements/elements.weapp.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { FewPhones } from './few-phones.tsx'
import { FEWEST_PHONES, modeOf, type WallTicket, wallAddress } from './wall-phones.ts'

/** Tickets are in the address of the web view, and a phone's screen shows no more at once. */
const MOST_PHONES = 24

/** A phone that is off or gone has no ticket, and is left out. */
const requestTickets = async (ids: readonly number[]): Promise<readonly WallTicket[]> => {
  const { records } = await requestData(getDevices, { ids: ids.join() })
  const answers = await Promise.allSettled(
    records.map(async (device) => {
      const mode = modeOf(device)
      return { ...(await requestTicket(device.deviceId, mode)), mode }
    }),
  )
  const tickets = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (tickets.length < FEWEST_PHONES && failed) throw failed.reason
  return tickets
}

/** The browser's wall in a web view, opened by one-time tickets: the login stays in the mini-program. */
export function WallPage() {
  const { ids } = useChosenDevices('Device/wall', usePageParams())
  const userId = useSession((state) => state.userId)
  const mark = useCall(getScreenMark, {})
  const user = useUserInfo().data
  const viewer = user && maskPhone(user.mobilePhone)
  const chosen = ids.slice(0, MOST_PHONES)
  const tickets = useQuery({
    queryKey: ['wallTickets', chosen, userId],
    queryFn: () => requestTickets(chosen),
    enabled: userId !== null && chosen.length >= FEWEST_PHONES,
    // A ticket opens one stream: every visit of the page takes new ones, a redraw none.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  if (chosen.length < FEWEST_PHONES || (tickets.data && tickets.data.length < FEWEST_PHONES)) return <FewPhones />
  // A later answer would change the address, and the page would load twice.
  if (tickets.data && !mark.isPending)
    return <WebFrame src={wallAddress(tickets.data, { viewer, isMarked: mark.data?.isOn ?? false })} />
  return (
    <Page route="Device/wall">
      <Async of={tickets}>{() => null}</Async>
    </Page>
  )
}

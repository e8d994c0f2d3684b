import { getDevices } from '@yunji/contract/devices/device/calls'
import { MAX_WALL_PHONES } from '@yunji/contract/devices/device/stream'
import { useEffect, useState } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { useChosenDevices } from '../../../shared/devices/device-choice.ts'
import { MARK_PARAM, takeMark } from '../../../shared/devices/screen-mark/screen-mark.ts'
import { widen } from '../../../shared/platform/page/chrome.h5.ts'
import { usePageOnTop } from '../../../shared/platform/page/page-lifecycle.ts'
import { forgetQuery } from '../../../shared/platform/router/location.h5.ts'
import { usePageParams } from '../../../shared/platform/router/page-params.ts'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { FewPhones } from './few-phones.tsx'
import { createWall } from './wall.ts'
import { WallContext } from './wall-context.ts'
import { FEWEST_PHONES, phonesOf, phonesOfTickets, type WallPhone } from './wall-phones.ts'
import { type Panel, WallPanels, WallTools } from './wall-tools.tsx'
import { WallView } from './wall-view.tsx'

const ROUTE = 'Device/wall'

/** A mouse is in use, not fingers on a screen. */
const hasMouse = () => matchMedia('(pointer: fine)').matches

interface OpenWallProps {
  readonly phones: readonly WallPhone[]
  /** Opened by tickets, without a login. */
  readonly isAdmitted?: boolean
  readonly viewer?: string | undefined
}

function OpenWall({ phones, isAdmitted = false, viewer }: OpenWallProps) {
  const [wall] = useState(() => createWall({ phones, isDirect: hasMouse() }))
  const [panel, setPanel] = useState<Panel | null>(null)
  const isOnTop = usePageOnTop()
  useEffect(() => (isOnTop ? widen() : undefined), [isOnTop])
  useEffect(() => wall.close, [wall])
  return (
    <WallContext.Provider value={wall}>
      <Page route={ROUTE} isAdmitted={isAdmitted} footer={<WallTools onPanel={setPanel} />}>
        <WallView hasCommands={!isAdmitted} viewer={viewer} />
        <WallPanels panel={panel} onClose={() => setPanel(null)} />
      </Page>
    </WallContext.Provider>
  )
}

function ChosenWall({ ids }: { readonly ids: readonly number[] }) {
  const devices = useCall(getDevices, { ids: ids.join() })
  if (devices.data && devices.data.records.length >= FEWEST_PHONES)
    return <OpenWall phones={phonesOf(devices.data.records)} />
  if (devices.data) return <FewPhones />
  return (
    <Page route={ROUTE}>
      <Async of={devices}>{() => null}</Async>
    </Page>
  )
}

/** Phones side by side, moved together. The mini-program opens it with tickets. */
export function WallPage() {
  const params = usePageParams()
  const [ticketed] = useState(() => phonesOfTickets(params))
  const [viewer] = useState(params['viewer'])
  useState(() => takeMark(params[MARK_PARAM]))
  const { ids } = useChosenDevices(ROUTE, params)
  useEffect(() => {
    // Tickets are used up.
    if (ticketed) forgetQuery()
  }, [ticketed])
  if (ticketed) return <OpenWall phones={ticketed.slice(0, MAX_WALL_PHONES)} isAdmitted viewer={viewer} />
  if (ids.length < FEWEST_PHONES) return <FewPhones />
  return <ChosenWall key={ids.join()} ids={ids.slice(0, MAX_WALL_PHONES)} />
}

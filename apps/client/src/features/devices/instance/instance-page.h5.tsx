import { decodingSupport, detectFeatures } from '@yunji/player/decoder/choose'
import { useEffect, useState } from 'react'
import { MARK_PARAM, takeMark } from '../../../shared/devices/screen-mark/screen-mark.ts'
import { asEndpoint, type StreamSource } from '../../../shared/devices/stream-endpoint.ts'
import type { StreamTicket } from '../../../shared/devices/stream-ticket.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { widen } from '../../../shared/platform/page/chrome.h5.ts'
import { forgetQuery } from '../../../shared/platform/router/location.h5.ts'
import { usePageParams } from '../../../shared/platform/router/page-params.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { Page } from '../../../shared/ui/page/page.tsx'
import styles from './instance.module.css'
import { Instance } from './instance.tsx'
import { isVisit, Visit } from './shared-entry.tsx'
import { endMessage } from './status/end-message.ts'
import { EndCard } from './status/end-view.tsx'
import { deviceIdOf, sourceOf } from './stream-source.ts'

const NO_DEVICE = { title: '没有选择云手机', hint: '请从首页选择要打开的云手机' } as const

/** A visitor with a link or card code comes to the phone without a login. */
export function InstancePage() {
  const params = usePageParams()
  const [source, setSource] = useState<StreamSource>()
  const open = (ticket: StreamTicket) => {
    setSource({ endpoint: asEndpoint(ticket) })
    // The secret is not needed any more: a screen comes back by its own tickets.
    forgetQuery()
  }
  if (!isVisit(params) || source) return <Phone params={params} shared={source} />
  return (
    <Page route="webView/web_instance" isAdmitted>
      <Visit params={params} onOpen={open} />
    </Page>
  )
}

interface PhoneProps {
  readonly params: PageParams
  /** Opened by a share. */
  readonly shared: StreamSource | undefined
}

/** The phone itself, as large as the screen. */
function Phone({ params, shared }: PhoneProps) {
  const [source] = useState(() => shared ?? sourceOf(params))
  const [viewer] = useState(params['viewer'])
  useState(() => takeMark(params[MARK_PARAM]))
  const [canShow] = useState(() => decodingSupport(detectFeatures()) !== 'none')

  useEffect(() => widen(), [])
  // The ticket is used: remove it from the visible address.
  useEffect(() => {
    if (params['ticket']) forgetQuery()
  }, [params])

  return (
    <Page
      route="webView/web_instance"
      header={<Box className={styles.noBar} />}
      isAdmitted={Boolean(params['ticket'] ?? shared)}
    >
      {canShow && source ? (
        <Instance
          source={source}
          deviceId={shared ? undefined : deviceIdOf(params)}
          intent={params['open']}
          viewer={viewer}
        />
      ) : (
        <Box className={styles.stage}>
          <EndCard words={canShow ? NO_DEVICE : endMessage({ reason: 'undecodable' })} />
        </Box>
      )}
    </Page>
  )
}

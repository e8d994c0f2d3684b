import { decodingSupport, detectFeatures } from '@yunji/player/decoder/choose'
import { useEffect, useState } from 'react'
import { widen } from '../../../shared/platform/page/chrome.h5.ts'
import { forgetQuery } from '../../../shared/platform/router/location.h5.ts'
import { usePageParams } from '../../../shared/platform/router/page-params.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { Page } from '../../../shared/ui/page/page.tsx'
import styles from './instance.module.css'
import { Instance } from './instance.tsx'
import { endMessage } from './status/end-message.ts'
import { EndCard } from './status/end-view.tsx'
import { sourceOf } from './stream-source.ts'

const NO_DEVICE = { title: '没有选择云手机', hint: '请从首页选择要打开的云手机' } as const

/** The phone itself, as large as the screen. */
export function InstancePage() {
  const params = usePageParams()
  const [source] = useState(() => sourceOf(params))
  const [canShow] = useState(() => decodingSupport(detectFeatures()) !== 'none')

  useEffect(() => widen(), [])
  // The ticket is used: remove it from the visible address.
  useEffect(() => {
    if (params['ticket']) forgetQuery()
  }, [params])

  return (
    <Page route="webView/web_instance" header={<Box className={styles.noBar} />} isAdmitted={Boolean(params['ticket'])}>
      {canShow && source ? (
        <Instance source={source} intent={params['open']} />
      ) : (
        <Box className={styles.stage}>
          <EndCard words={canShow ? NO_DEVICE : endMessage({ reason: 'undecodable' })} />
        </Box>
      )}
    </Page>
  )
}

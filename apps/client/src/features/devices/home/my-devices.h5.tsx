import { useState } from 'react'
import { session } from '../../../shared/session/session.ts'
import { LazyPage } from '../../../shared/shell/lazy-page.tsx'
import type { ImportPage, PageModule } from '../../../shared/shell/load-page.ts'
import { HomeSkeleton } from './home-skeleton.tsx'
import { BrandHeader } from './welcome/brand-header.tsx'

const importBundle = () => import(/* webpackChunkName: "my-devices" */ './my-devices-page.tsx')

let loaded: PageModule | undefined
const importPage: ImportPage = async () => {
  loaded ??= { default: (await importBundle()).MyDevicesPage }
  return loaded
}

/** With a login, bundle and devices are requested before the first drawing. */
const ahead = session.store.getState().token ? importPage() : undefined
// `LazyPage` reports the failure.
ahead?.catch(() => undefined)

/** Lets the first drawing show the devices, if they come soon enough, instead of bones. */
export const whenReady = ahead && importBundle().then(({ readDevicesAhead }) => readDevicesAhead())

/** The devices' page, in a bundle of its own: a visitor who has none yet need not load it. */
export function MyDevices() {
  const [Page] = useState(() => loaded?.default)
  const [firstTry] = useState(() => ahead ?? importPage())
  if (Page) return <Page />
  return (
    <LazyPage
      route="Home/index"
      importPage={importPage}
      firstTry={firstTry}
      header={<BrandHeader />}
      loading={<HomeSkeleton />}
    />
  )
}

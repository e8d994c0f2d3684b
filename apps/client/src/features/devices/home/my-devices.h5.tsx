import { useState } from 'react'
import { session } from '../../../shared/session/session.ts'
import { LazyPage } from '../../../shared/shell/lazy-page.tsx'
import type { ImportPage } from '../../../shared/shell/load-page.ts'
import { HomeSkeleton } from './home-skeleton.tsx'
import { BrandHeader } from './welcome/brand-header.tsx'

const importPage: ImportPage = async () => ({
  default: (await import(/* webpackChunkName: "my-devices" */ './my-devices-page.tsx')).MyDevicesPage,
})

/** With a login, the bundle is requested before the first drawing. */
const ahead = session.store.getState().token ? importPage() : undefined
// `LazyPage` reports the failure.
ahead?.catch(() => undefined)

/** The devices' page, in a bundle of its own: a visitor who has none yet need not load it. */
export function MyDevices() {
  const [firstTry] = useState(() => ahead ?? importPage())
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

import { useState } from 'react'
import { session } from '../../../shared/session/session.ts'
import { LazyPage } from '../../../shared/shell/lazy-page.tsx'
import type { ImportPage } from '../../../shared/shell/load-page.ts'
import { HomeSkeleton } from './home-skeleton.tsx'
import { BrandHeader } from './welcome/brand-header.tsx'

const importPage: ImportPage = async () => ({
  default: (await import(/* webpackChunkName: "my-devices" */ './my-devices-page.tsx')).MyDevicesPage,
})

/** For somebody who is logged in, it is on its way before anything is drawn. */
const ahead = session.store.getState().token ? importPage() : undefined
// Whoever shows it is told.
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

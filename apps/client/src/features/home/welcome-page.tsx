import { Page } from '../../shared/ui/page.tsx'
import { BrandHeader } from './brand-header.tsx'
import { Welcome } from './welcome.tsx'

export function WelcomePage() {
  return (
    <Page route="Home/index" header={<BrandHeader />}>
      <Welcome />
    </Page>
  )
}

import type { PageRoute } from '@yunji/contract/pages'
import { goBackFrom } from '../../platform/router/router.ts'
import { Button } from '../button/button.tsx'
import { layers } from '../icon/icons.ts'
import { StatusView } from '../status/status-view.tsx'
import { Page } from './page.tsx'

interface UnderConstructionPageProps {
  readonly route: PageRoute
}

/** A page that is not there yet says so. */
export function UnderConstructionPage({ route }: UnderConstructionPageProps) {
  return (
    <Page route={route}>
      <StatusView
        icon={layers}
        title="该页面正在建设中"
        hint="开放后即可在这里使用"
        actions={
          <Button variant="outline" size="medium" isNarrow onTap={() => void goBackFrom(route)}>
            返回
          </Button>
        }
      />
    </Page>
  )
}

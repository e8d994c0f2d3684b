import { SpacePage } from '../../features/space/files/space-page.tsx'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function SpaceIndexPage() {
  return <SpacePage params={usePageParams()} />
}

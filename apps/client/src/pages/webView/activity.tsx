import { ActivityListPage, ActivityPage } from '../../features/content/activities/activity-page.tsx'
import { ExternalPage } from '../../features/content/external/external-page'
import { activityIdOf, isExternalView } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function WebViewActivityPage() {
  const params = usePageParams()
  const activityId = activityIdOf(params)
  if (isExternalView(params)) return <ExternalPage />
  return activityId ? <ActivityPage activityId={activityId} /> : <ActivityListPage />
}

import { ActivityListPage } from '../activities/activity-page.tsx'

/** The browser leaves for the external page at the tap; a link to this view shows the activities instead. */
export function ExternalPage() {
  return <ActivityListPage />
}
